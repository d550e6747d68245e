/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Headshot } from '../models/Headshot';
import type { HeadshotPage } from '../models/HeadshotPage';
import type { HeadshotSortWord } from '../models/HeadshotSortWord';
import type { SortOrder } from '../models/SortOrder';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class HeadshotsService {
    /**
     * Upload a photo
     * A JPEG, PNG or WebP of at most 5 MiB, 8,000 pixels a side and 24 megapixels. It is made anew from its
     * pixels: upright, at most 1,024 pixels a side, without metadata. Three are kept; a further one replaces
     * the oldest that no application shows.
     * @returns Headshot Created
     * @throws ApiError
     */
    public static uploadHeadshot({
        formData,
        idempotencyKey,
    }: {
        formData: {
            /**
             * A JPEG, PNG or WebP of at most 5 MiB.
             */
            file: Blob;
        },
        /**
         * 1–64 printable characters; the same file sent again under the same key gets the same answer for 24 hours.
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
                400: `\`malformed_request\``,
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                403: `\`not_applicant\``,
                408: `\`request_timeout\`: the body did not come in time`,
                409: `\`in_use\`: applications show all three photos; one of them can be used again`,
                413: `\`payload_too_large\``,
                415: `\`unsupported_image\`: no JPEG, PNG or WebP by content; \`unsupported_media_type\``,
                422: `\`image_too_large\`, \`image_unreadable\`, \`validation_failed\`, \`unknown_field\` or \`idempotency_key_reused\``,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * List the own photos
     * @returns HeadshotPage Success
     * @throws ApiError
     */
    public static listHeadshots({
        limit,
        offset,
        sort,
        order,
    }: {
        /**
         * 1–100, 100 by default.
         */
        limit?: number,
        /**
         * Photos to pass over, 0 by default.
         */
        offset?: number,
        /**
         * By `name` by default.
         */
        sort?: HeadshotSortWord,
        /**
         * `asc` by default.
         */
        order?: SortOrder,
    }): CancelablePromise<HeadshotPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/headshots',
            query: {
                'limit': limit,
                'offset': offset,
                'sort': sort,
                'order': order,
            },
            errors: {
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                422: `\`validation_failed\`, with the parameter that is wrong`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * Remove a photo
     * @returns void
     * @throws ApiError
     */
    public static deleteHeadshot({
        id,
    }: {
        /**
         * The photo.
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
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                404: `\`not_found\`: the caller has none with this id`,
                409: `\`in_use\`: an application shows it`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
}
