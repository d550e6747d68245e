/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { KeySet } from '../models/KeySet';
import type { OwnSessionPage } from '../models/OwnSessionPage';
import type { ReauthenticationRequest } from '../models/ReauthenticationRequest';
import type { RefreshRequest } from '../models/RefreshRequest';
import type { Session } from '../models/Session';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class SessionsService {
    /**
     * List your sessions
     * All active sessions, the most recently used first.
     * @returns OwnSessionPage Success.
     * @throws ApiError
     */
    public static listSessions({
        limit = 25,
        offset,
        cursor,
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
    }): CancelablePromise<OwnSessionPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/auth/sessions',
            query: {
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
     * Sign out
     * Ends sessions. Their access tokens are refused from the next request.
     * @returns void
     * @throws ApiError
     */
    public static endSessions({
        scope = 'global',
    }: {
        /**
         * Which sessions to end: all of yours (`global`), the one you are using (`local`), or all others (`others`).
         */
        scope?: 'global' | 'local' | 'others',
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/auth/sessions',
            query: {
                'scope': scope,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `\`forbidden\`: You don't have permission to do this.`,
                422: `- \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_scope\`: scope must be one of global, local, others.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Refresh the tokens
     * Replaces the access and refresh tokens. Because the response may be lost, a replaced refresh token returns its
     * successor until a token of the new pair is used, and for ten seconds in any case. Later it is treated as stolen
     * and ends the session.
     * @returns Session Success.
     * @throws ApiError
     */
    public static refreshSession({
        requestBody,
    }: {
        requestBody: RefreshRequest,
    }): CancelablePromise<Session> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/refresh',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.
                - \`refresh_token_invalid\`: The refresh token is not valid. Please sign in again.
                - \`refresh_token_reused\`: The session was ended for your safety. Please sign in again.`,
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
     * End one of your sessions
     * Ending a session that has already ended succeeds.
     * @returns void
     * @throws ApiError
     */
    public static endSession({
        id,
    }: {
        /**
         * The id of the session.
         */
        id: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/auth/sessions/{id}',
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
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Re-authenticate
     * Changes to factors require re-authentication within the last ten minutes.
     * @returns void
     * @throws ApiError
     */
    public static reauthenticateSession({
        requestBody,
    }: {
        requestBody: ReauthenticationRequest,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/reauthentication',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.
                - \`invalid_credentials\`: Invalid login credentials
                - \`code_invalid\`: This code is wrong, was used before, or has expired.
                - \`credential_invalid\`: This passkey was not accepted.`,
                403: `\`forbidden\`: You don't have permission to do this.`,
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
     * Get the public keys of access tokens
     * With these keys you can verify an access token (PASETO v4.public) yourself. That does not tell you whether its
     * session has ended; a token is valid for 15 minutes.
     * @returns KeySet Success.
     * @throws ApiError
     */
    public static listKeys(): CancelablePromise<KeySet> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/auth/keys',
            errors: {
                304: `The version named in \`If-None-Match\` is current.`,
                400: `\`malformed_request\`: The request could not be read.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
