/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Headshot } from '../models/Headshot';
import type { HeadshotPage } from '../models/HeadshotPage';
import type { HeadshotSort } from '../models/HeadshotSort';
import type { SortOrder } from '../models/SortOrder';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class HeadshotsService {
    /**
     * Upload a photo
     * Takes a JPEG, PNG or WebP image of at most 5 MiB, 10,000 pixels a side and 50 megapixels. The image is re-encoded:
     * upright, at most 1,024 pixels a side, without metadata. You keep up to three photos; another upload replaces the
     * oldest one that no application uses. If applications use all three, the upload is refused with `in_use`. A photo that
     * a request for changes asks you to replace does not count. A photo that neither an application nor your draft shows is
     * deleted after a day.
     * @returns Headshot Created.
     * @throws ApiError
     */
    public static uploadHeadshot({
        formData,
        idempotencyKey,
    }: {
        formData: {
            /**
             * A JPEG, PNG or WebP image of at most 5 MiB.
             */
            file: Blob;
        },
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Headshot> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/headshots',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            formData: formData,
            mediaType: 'multipart/form-data',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`not_applicant\`: Only applicants can do this.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`in_use\`: One of your applications shows this photo.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `- \`unsupported_media_type\`: This media type or content encoding is not supported.
                - \`unsupported_image\`: Please choose a JPEG, PNG or WebP image.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`idempotency_key_reused\`: This Idempotency-Key was used with another request.
                - \`image_too_large\`: The image has too many pixels.
                - \`image_unreadable\`: The image is damaged and cannot be read. Please choose another one.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * List your photos
     * Photos that you can use in an application.
     * @returns HeadshotPage Success.
     * @throws ApiError
     */
    public static listHeadshots({
        limit = 100,
        offset,
        cursor,
        sort,
        order,
    }: {
        /**
         * Maximum number of items to return.
         */
        limit?: number,
        /**
         * How many items to skip. Omit it beside a `cursor`.
         */
        offset?: number,
        /**
         * Replaces `offset`: a `next_cursor` or `prev_cursor` of the same list with the same filter, `sort` and `order`.
         */
        cursor?: string,
        /**
         * `created_at` is the time of the upload.
         */
        sort?: HeadshotSort,
        /**
         * Ascending or descending.
         */
        order?: SortOrder,
    }): CancelablePromise<HeadshotPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/headshots',
            query: {
                'limit': limit,
                'offset': offset,
                'cursor': cursor,
                'sort': sort,
                'order': order,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `\`forbidden\`: You don't have permission to do this.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_cursor\`: This cursor does not belong to this list, filter or order.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Delete a photo
     * A photo that an application uses cannot be deleted.
     * @returns void
     * @throws ApiError
     */
    public static deleteHeadshot({
        id,
    }: {
        /**
         * The id of the photo.
         */
        id: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/headshots/{id}',
            path: {
                'id': id,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `\`forbidden\`: You don't have permission to do this.`,
                404: `\`not_found\`: There is nothing here.`,
                409: `\`in_use\`: One of your applications shows this photo.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
