/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationDetail } from '../models/ApplicationDetail';
import type { ApplicationDraft } from '../models/ApplicationDraft';
import type { ApplicationReceipt } from '../models/ApplicationReceipt';
import type { ApplicationStatus } from '../models/ApplicationStatus';
import type { MyApplicationPage } from '../models/MyApplicationPage';
import type { SaveDraftRequest } from '../models/SaveDraftRequest';
import type { SubmitApplicationRequest } from '../models/SubmitApplicationRequest';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class ApplicationsService {
    /**
     * Submit an application
     * The application is pending until an administrator decides on it. An email confirms its receipt. An applicant can
     * have one pending application and may apply again after a rejection.
     * @returns ApplicationReceipt Created.
     * @throws ApiError
     */
    public static submitApplication({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: SubmitApplicationRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<ApplicationReceipt> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/applications',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
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
                409: `- \`already_member\`: You are already a member.
                - \`application_pending_exists\`: You already have a pending application.
                - \`season_closed\`: Applications are closed for this season.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`idempotency_key_reused\`: This Idempotency-Key was used with another request.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * List your applications
     * The newest first.
     * @returns MyApplicationPage Success.
     * @throws ApiError
     */
    public static listMyApplications({
        status,
        limit = 25,
        offset,
        cursor,
    }: {
        /**
         * Only applications with this status.
         */
        status?: ApplicationStatus,
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
    }): CancelablePromise<MyApplicationPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/applications/mine',
            query: {
                'status': status,
                'limit': limit,
                'offset': offset,
                'cursor': cursor,
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
     * Get an application
     * Only its applicant and administrators can read it. Other users get 404. Access by administrators is logged.
     * @returns ApplicationDetail Success.
     * @throws ApiError
     */
    public static getApplication({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ApplicationDetail> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/applications/{id}',
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
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Edit your application
     * Replaces the answers of a pending application after an administrator asked for changes. Only the fields of the open
     * request can differ. Closes the request. The earlier answers are kept. Other users get 404.
     * @returns ApplicationDetail Success.
     * @throws ApiError
     */
    public static editApplication({
        id,
        ifMatch,
        requestBody,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        /**
         * The version that was edited, in double quotes. Weak tags, lists and `*` are accepted.
         */
        ifMatch: string,
        requestBody: SubmitApplicationRequest,
    }): CancelablePromise<ApplicationDetail> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/applications/{id}',
            path: {
                'id': id,
            },
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `\`forbidden\`: You don't have permission to do this.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`not_editable\`: This application cannot be edited.`,
                412: `\`version_conflict\`: This has changed in the meantime. Please reload it.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                428: `\`precondition_required\`: Send the version that you edited in If-Match.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Withdraw your application
     * Deletes a pending application with its versions and their photos. Its answers become your draft, so that you can
     * apply again. Other users get 404. A confirmation that is still queued is sent. The request has no body.
     * @returns void
     * @throws ApiError
     */
    public static withdrawApplication({
        id,
        idempotencyKey,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/applications/{id}/withdrawal',
            path: {
                'id': id,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
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
                409: `\`application_already_decided\`: This application was already decided.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`idempotency_key_reused\`: This Idempotency-Key was used with another request.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Get your draft
     * Your unsubmitted answers from any device. Without a draft, `fields` is empty. A photo that has been deleted is
     * omitted. Who is no applicant any more gets the draft that a withdrawal left, and can delete it.
     * @returns ApplicationDraft Success.
     * @throws ApiError
     */
    public static getDraft(): CancelablePromise<ApplicationDraft> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/applications/draft',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`not_applicant\`: Only applicants can do this.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Save your draft
     * Replaces the whole draft, if no other device has saved one since. Values are stored as typed and validated only on
     * submission, which deletes the draft. There is no draft while an application is pending. A draft is deleted 90 days
     * after it was last saved.
     * @returns ApplicationDraft Success.
     * @throws ApiError
     */
    public static saveDraft({
        ifMatch,
        requestBody,
    }: {
        /**
         * The version that was edited, in double quotes: that of no draft for the first. Weak tags, lists and `*` are accepted.
         */
        ifMatch: string,
        requestBody: SaveDraftRequest,
    }): CancelablePromise<ApplicationDraft> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/applications/draft',
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
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
                409: `\`application_pending_exists\`: You already have a pending application.`,
                412: `\`version_conflict\`: This has changed in the meantime. Please reload it.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                428: `\`precondition_required\`: Send the version that you edited in If-Match.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Delete your draft
     * Photos are kept. Succeeds if there is no draft.
     * @returns void
     * @throws ApiError
     */
    public static deleteDraft(): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/applications/draft',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`not_applicant\`: Only applicants can do this.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
