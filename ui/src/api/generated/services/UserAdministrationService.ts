/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AccountState } from '../models/AccountState';
import type { Invitation } from '../models/Invitation';
import type { InvitationList } from '../models/InvitationList';
import type { InvitationRequest } from '../models/InvitationRequest';
import type { LinkToken } from '../models/LinkToken';
import type { ReasonRequest } from '../models/ReasonRequest';
import type { RequiredReason } from '../models/RequiredReason';
import type { Role } from '../models/Role';
import type { SortOrder } from '../models/SortOrder';
import type { UserDetail } from '../models/UserDetail';
import type { UserPage } from '../models/UserPage';
import type { UserSort } from '../models/UserSort';
import type { UserSummary } from '../models/UserSummary';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class UserAdministrationService {
    /**
     * List users
     * A page of the users who match the filter, including disabled users. Users with an unconfirmed address are listed by
     * `state=unverified`.
     * @returns UserPage Success.
     * @throws ApiError
     */
    public static listUsers({
        role,
        state,
        q,
        limit = 25,
        offset,
        cursor,
        sort,
        order,
    }: {
        /**
         * Only users with this role.
         */
        role?: Role,
        /**
         * Only users in this state. Without it, all with a confirmed address.
         */
        state?: AccountState,
        /**
         * Only users in whose name or email address each of these words occurs, in any order. Case, accents and
         * apostrophes are ignored. A word of one or two characters must begin a word.
         */
        q?: string,
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
         * `created_at` is when the address was confirmed; `name` sorts by last name, then by first name.
         */
        sort?: UserSort,
        /**
         * Ascending or descending.
         */
        order?: SortOrder,
    }): CancelablePromise<UserPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/users',
            query: {
                'role': role,
                'state': state,
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
     * Get a user
     * The user, the ids and statuses of their applications, and the number of their active sessions.
     * @returns UserDetail Success.
     * @throws ApiError
     */
    public static getUser({
        id,
    }: {
        /**
         * The id of the user.
         */
        id: string,
    }): CancelablePromise<UserDetail> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/users/{id}',
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
     * Grant a role
     * Takes effect with the user's next request. No effect if the user already has the role. Administrators cannot
     * change their own roles. Your session must be fresh.
     * @returns UserSummary Success.
     * @throws ApiError
     */
    public static grantRole({
        id,
        role,
        requestBody,
    }: {
        /**
         * The id of the user.
         */
        id: string,
        /**
         * The role to grant.
         */
        role: 'admin' | 'member' | 'applicant' | 'moderator' | 'partner',
        requestBody?: ReasonRequest,
    }): CancelablePromise<UserSummary> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/admin/users/{id}/roles/{role}',
            path: {
                'id': id,
                'role': role,
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
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`own_roles\`: You cannot change your own roles.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`unknown_role\`: There is no such role.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Revoke a role
     * Takes effect with the user's next request. No effect if the user does not have the role. Administrators cannot
     * change their own roles, and at least one enabled administrator always remains. Your session must be fresh.
     * @returns void
     * @throws ApiError
     */
    public static revokeRole({
        id,
        role,
        reason,
    }: {
        /**
         * The id of the user.
         */
        id: string,
        /**
         * The role to revoke.
         */
        role: 'admin' | 'member' | 'applicant' | 'moderator' | 'partner',
        /**
         * The reason, for the audit log. The user never sees it.
         */
        reason?: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/admin/users/{id}/roles/{role}',
            path: {
                'id': id,
                'role': role,
            },
            query: {
                'reason': reason,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
                409: `- \`own_roles\`: You cannot change your own roles.
                - \`last_admin\`: This is the last administrator. Appoint another one first.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`unknown_role\`: There is no such role.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Disable an account
     * Ends all sessions of the user and blocks sign-in. No effect if the account is already disabled. At least one
     * enabled administrator always remains. Your session must be fresh.
     * @returns void
     * @throws ApiError
     */
    public static disableUser({
        id,
        requestBody,
    }: {
        /**
         * The id of the user.
         */
        id: string,
        requestBody: RequiredReason,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/users/{id}/disable',
            path: {
                'id': id,
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
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`last_admin\`: This is the last administrator. Appoint another one first.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Enable an account
     * The user can sign in again. Earlier sessions stay ended. No effect if the account is already enabled. Your session
     * must be fresh.
     * @returns void
     * @throws ApiError
     */
    public static enableUser({
        id,
        requestBody,
    }: {
        /**
         * The id of the user.
         */
        id: string,
        requestBody?: ReasonRequest,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/users/{id}/enable',
            path: {
                'id': id,
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
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * End the sessions of a user
     * Signs the user out everywhere. Your session must be fresh.
     * @returns void
     * @throws ApiError
     */
    public static endUserSessions({
        id,
    }: {
        /**
         * The id of the user.
         */
        id: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/admin/users/{id}/sessions',
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
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
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
     * Remove the second factors of a user
     * For a user who has lost them, and whose identity you have verified by other means. Removes all factors and recovery
     * codes, and ends the sessions that they proved. Your session must be fresh.
     * @returns void
     * @throws ApiError
     */
    public static removeUserFactors({
        id,
        reason,
    }: {
        /**
         * The id of the user.
         */
        id: string,
        /**
         * The reason, for the audit log. The user never sees it.
         */
        reason: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/admin/users/{id}/factors',
            path: {
                'id': id,
            },
            query: {
                'reason': reason,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
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
    /**
     * Send a confirmation email again
     * To a user who has not confirmed the address. Your session must be fresh.
     * @returns string Accepted for processing.
     * @throws ApiError
     */
    public static resendUserVerification({
        id,
        idempotencyKey,
    }: {
        /**
         * The id of the user.
         */
        id: string,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<string> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/users/{id}/verification-mail',
            path: {
                'id': id,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            responseHeader: 'Idempotency-Replayed',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
                409: `\`conflict\`: This is not possible in the current state.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
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
     * List open invitations
     * Those that were neither accepted nor withdrawn and have not expired.
     * @returns InvitationList Success.
     * @throws ApiError
     */
    public static listInvitations(): CancelablePromise<InvitationList> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/invitations',
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
     * Invite an administrator
     * Mails a link that expires in three days. Another invitation of the same address replaces it.
     * @returns Invitation Created.
     * @throws ApiError
     */
    public static sendInvitation({
        requestBody,
    }: {
        requestBody: InvitationRequest,
    }): CancelablePromise<Invitation> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/invitations',
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
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`conflict\`: This is not possible in the current state.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Withdraw an invitation
     * Its link stops working.
     * @returns void
     * @throws ApiError
     */
    public static withdrawInvitation({
        id,
    }: {
        /**
         * The id of the invitation.
         */
        id: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/admin/invitations/{id}',
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
     * Accept an invitation
     * Makes the user an administrator. No effect for an administrator. The invitation must be for the address of the account, which needs a password and
     * a second factor.
     * @returns void
     * @throws ApiError
     */
    public static acceptInvitation({
        requestBody,
    }: {
        requestBody: LinkToken,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/invitations/acceptances',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`token_invalid\`: This link or code is wrong, was used before, or has expired.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`conflict\`: This is not possible in the current state.`,
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
}
