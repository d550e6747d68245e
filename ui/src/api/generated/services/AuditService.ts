/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditEventPage } from '../models/AuditEventPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class AuditService {
    /**
     * List audit events
     * A page of the audit log, newest first. The log is append-only. What others did with your own application is left out.
     * @returns AuditEventPage Success.
     * @throws ApiError
     */
    public static listAuditEvents({
        actor,
        action,
        target,
        about,
        after,
        before,
        limit = 25,
        cursor,
    }: {
        /**
         * Only actions by the user with this id.
         */
        actor?: string,
        /**
         * Only this action.
         */
        action?: string,
        /**
         * Only actions on the user, application or other object with this id.
         */
        target?: string,
        /**
         * Only actions on the user with this id or on the user's applications.
         */
        about?: string,
        /**
         * Only actions at this time or later.
         */
        after?: string,
        /**
         * Only actions before this time.
         */
        before?: string,
        /**
         * Maximum number of items to return.
         */
        limit?: number,
        /**
         * A `next_cursor` of the same log with the same filter.
         */
        cursor?: string,
    }): CancelablePromise<AuditEventPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/audit-events',
            query: {
                'actor': actor,
                'action': action,
                'target': target,
                'about': about,
                'after': after,
                'before': before,
                'limit': limit,
                'cursor': cursor,
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
}
