/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationDetail } from '../models/ApplicationDetail';
import type { ApplicationHistory } from '../models/ApplicationHistory';
import type { ApplicationPage } from '../models/ApplicationPage';
import type { ApplicationSort } from '../models/ApplicationSort';
import type { ApplicationStatus } from '../models/ApplicationStatus';
import type { BulkDecision } from '../models/BulkDecision';
import type { BulkDecisionRequest } from '../models/BulkDecisionRequest';
import type { BulkUndo } from '../models/BulkUndo';
import type { BulkUndoRequest } from '../models/BulkUndoRequest';
import type { DecidedApplication } from '../models/DecidedApplication';
import type { DecisionRequest } from '../models/DecisionRequest';
import type { SortOrder } from '../models/SortOrder';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class ReviewService {
    /**
     * List applications
     * A page of the applications that match the filter, and the number of all applications by status.
     * @returns ApplicationPage Success.
     * @throws ApiError
     */
    public static listApplications({
        status,
        q,
        limit = 25,
        offset,
        cursor,
        sort,
        order,
    }: {
        /**
         * Only applications with this status.
         */
        status?: ApplicationStatus,
        /**
         * Only applications whose name, email address, teaching position or school district contains this text,
         * ignoring case and accents.
         */
        q?: string,
        /**
         * Maximum number of items to return.
         */
        limit?: number,
        /**
         * How many items to skip.
         */
        offset?: number,
        /**
         * Replaces `offset`: a `next_cursor` or `prev_cursor` of the same list with the same filter, `sort` and `order`.
         */
        cursor?: string,
        /**
         * `name` sorts by last name, then by first name; `status` by status, then by `submitted_at`.
         */
        sort?: ApplicationSort,
        /**
         * Ascending or descending.
         */
        order?: SortOrder,
    }): CancelablePromise<ApplicationPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications',
            query: {
                'status': status,
                'q': q,
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
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`invalid_cursor\`: This cursor does not belong to this list, filter or order.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Approve or reject an application
     * Approval makes the applicant a member. You can undo the decision for `undo_seconds`. Afterwards it is final, and the
     * applicant is notified by email.
     * @returns DecidedApplication Success.
     * @throws ApiError
     */
    public static decideApplication({
        id,
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        requestBody: DecisionRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<DecidedApplication> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/{id}/decision',
            path: {
                'id': id,
            },
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
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `- \`application_already_decided\`: This application was already decided.
                - \`own_application\`: You cannot decide on your own application.`,
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
     * Undo a decision
     * The application is pending again, the applicant gets no mail, and has the same roles as before. Possible for the
     * administrator who decided, within `undo_seconds` of the decision. Undoing a decision again has no effect.
     * @returns ApplicationDetail Success.
     * @throws ApiError
     */
    public static undoDecision({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ApplicationDetail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/{id}/decision/undo',
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
                409: `- \`undo_expired\`: This decision can no longer be undone.
                - \`applied_again\`: The applicant has submitted another application.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Approve or reject several applications
     * Each application is decided separately, in the order of the ids. Applications that cannot be decided are skipped.
     * If the response is lost, repeat the request with the same `Idempotency-Key`: it counts what the first one decided
     * as decided.
     * @returns BulkDecision Success.
     * @throws ApiError
     */
    public static decideApplications({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: BulkDecisionRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<BulkDecision> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/decisions',
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
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                408: `\`request_timeout\`: The request took too long.`,
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
     * Undo several decisions
     * Each decision is undone separately. Decisions that cannot be undone are skipped.
     * @returns BulkUndo Success.
     * @throws ApiError
     */
    public static undoDecisions({
        requestBody,
    }: {
        requestBody: BulkUndoRequest,
    }): CancelablePromise<BulkUndo> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/decisions/undo',
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
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Get the history of an application
     * Its submission, decisions and undone decisions with actor and time. The access is logged.
     * @returns ApplicationHistory Success.
     * @throws ApiError
     */
    public static getApplicationHistory({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ApplicationHistory> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications/{id}/history',
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
     * Export applications
     * A CSV file (RFC 4180, UTF-8) of all applications that match the filter, read in one snapshot. The header row
     * names the fields, and list items are separated by `; `. To prevent formula injection, an apostrophe precedes
     * every value that begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or a carriage return. The export
     * is logged. An administrator can run one export at a time.
     * @returns string Success.
     * @throws ApiError
     */
    public static exportApplications({
        status,
        q,
        sort,
        order,
    }: {
        /**
         * Only applications with this status.
         */
        status?: ApplicationStatus,
        /**
         * Only applications whose name, email address, teaching position or school district contains this text,
         * ignoring case and accents.
         */
        q?: string,
        /**
         * The sort field, as in the list.
         */
        sort?: ApplicationSort,
        /**
         * Ascending or descending.
         */
        order?: SortOrder,
    }): CancelablePromise<string> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications/export',
            query: {
                'status': status,
                'q': q,
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
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
