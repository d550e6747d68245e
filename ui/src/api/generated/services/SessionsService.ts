/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { KeySet } from '../models/KeySet';
import type { OwnSessions } from '../models/OwnSessions';
import type { RefreshRequest } from '../models/RefreshRequest';
import type { SessionView } from '../models/SessionView';
import type { SignInRequest } from '../models/SignInRequest';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class SessionsService {
    /**
     * Sign in
     * @returns SessionView Created
     * @throws ApiError
     */
    public static createSession({
        requestBody,
    }: {
        requestBody: SignInRequest,
    }): CancelablePromise<SessionView> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\``,
                401: `\`invalid_credentials\` (unknown address and wrong password alike)`,
                403: `\`email_not_verified\` or \`account_disabled\`, with the right password only`,
                408: `\`request_timeout\`: the body did not come in time`,
                413: `\`payload_too_large\``,
                415: `\`unsupported_media_type\``,
                422: `\`validation_failed\` or \`unknown_field\`, with all field errors`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * List the own sessions
     * Those that are not over, used last first.
     * @returns OwnSessions Success
     * @throws ApiError
     */
    public static listSessions({
        limit,
        offset,
    }: {
        /**
         * 1–100, 25 by default.
         */
        limit?: number,
        /**
         * Sessions to pass over, 0 by default.
         */
        offset?: number,
    }): CancelablePromise<OwnSessions> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/auth/sessions',
            query: {
                'limit': limit,
                'offset': offset,
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
     * Sign out
     * Felt by the next request under each ended session.
     * @returns void
     * @throws ApiError
     */
    public static endSessions({
        scope,
    }: {
        /**
         * `global` (every session, the default), `local` (this one) or `others` (all but this one).
         */
        scope?: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/auth/sessions',
            query: {
                'scope': scope,
            },
            errors: {
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                422: `\`invalid_scope\``,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * Get new tokens
     * The refresh token is replaced; an old one that comes back ends the session.
     * @returns SessionView Success
     * @throws ApiError
     */
    public static refreshSession({
        requestBody,
    }: {
        requestBody: RefreshRequest,
    }): CancelablePromise<SessionView> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/refresh',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\``,
                401: `\`refresh_token_invalid\`, \`refresh_token_reused\`, \`session_expired\` or \`session_revoked\``,
                408: `\`request_timeout\`: the body did not come in time`,
                413: `\`payload_too_large\``,
                415: `\`unsupported_media_type\``,
                422: `\`validation_failed\` or \`unknown_field\`, with all field errors`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * End one of the own sessions
     * This one or another; felt by the next request under it. Ending an ended one is no error.
     * @returns void
     * @throws ApiError
     */
    public static endSession({
        id,
    }: {
        /**
         * The session.
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
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                404: `\`not_found\`: the caller has no such session`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * Read the keys of access tokens
     * May be kept for 10 minutes. A token is good for whoever has no need to know of sign-outs within its 15 minutes.
     * @returns KeySet Success
     * @throws ApiError
     */
    public static listKeys(): CancelablePromise<KeySet> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/auth/keys',
            errors: {
                304: `The copy named by \`If-None-Match\` is still good`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
}
