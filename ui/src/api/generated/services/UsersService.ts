/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ChangeEmailRequest } from '../models/ChangeEmailRequest';
import type { ChangePasswordRequest } from '../models/ChangePasswordRequest';
import type { CheckEmail } from '../models/CheckEmail';
import type { CurrentUser } from '../models/CurrentUser';
import type { DeleteAccountRequest } from '../models/DeleteAccountRequest';
import type { Identities } from '../models/Identities';
import type { Identity } from '../models/Identity';
import type { LinkIdentityRequest } from '../models/LinkIdentityRequest';
import type { UpdateUserRequest } from '../models/UpdateUserRequest';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class UsersService {
    /**
     * List your identities
     * Oldest first.
     * @returns Identities Success.
     * @throws ApiError
     */
    public static listIdentities(): CancelablePromise<Identities> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/users/me/identities',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `\`forbidden\`: You don't have permission to do this.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Link an identity
     * The identity can then sign in to your account. Requires recent authentication. You are notified by email.
     * @returns Identity Created.
     * @throws ApiError
     */
    public static linkIdentity({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: LinkIdentityRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Identity> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/users/me/identities',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`flow_state_not_found\`: This sign-in was already used or was never started. Please start again.
                - \`flow_state_expired\`: This sign-in has expired. Please start again.
                - \`bad_code_verifier\`: This sign-in was started in another browser. Please start again.
                - \`message_invalid\`: The signed message was not accepted. Please try again.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.
                - \`id_token_invalid\`: This identity token was not accepted.
                - \`signature_invalid\`: The signature is not by the account in the message.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`unknown_provider\`: This provider is not available here.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`identity_taken\`: This identity is linked to another account.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`unsupported_wallet\`: This kind of wallet is not supported. Contract wallets cannot sign in here.
                - \`idempotency_key_reused\`: This Idempotency-Key was used with another request.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Unlink an identity
     * Requires recent authentication and another sign-in method: a password, a passkey or another identity. You are
     * notified by email.
     * @returns void
     * @throws ApiError
     */
    public static unlinkIdentity({
        identity,
    }: {
        /**
         * The id of the identity.
         */
        identity: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/users/me/identities/{identity}',
            path: {
                'identity': identity,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
                409: `\`last_way_in\`: This is your only sign-in method. Please choose a password first.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Get the signed-in user
     * Read it after every sign-in and refresh, because roles can change during a session.
     * @returns CurrentUser Success.
     * @throws ApiError
     */
    public static getCurrentUser(): CancelablePromise<CurrentUser> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/users/me',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `\`forbidden\`: You don't have permission to do this.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Change your name
     * Returns the user as it is now.
     * @returns CurrentUser Success.
     * @throws ApiError
     */
    public static updateCurrentUser({
        requestBody,
    }: {
        requestBody: UpdateUserRequest,
    }): CancelablePromise<CurrentUser> {
        return __request(OpenAPI, {
            method: 'PATCH',
            url: '/users/me',
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
     * Delete your account
     * This cannot be undone. You are signed out everywhere, a pending application is withdrawn, and your photos are
     * deleted within seconds. Decided applications stay in the site's statistics without your name and answers.
     * @returns string Accepted for processing.
     * @throws ApiError
     */
    public static deleteCurrentUser({
        requestBody,
    }: {
        requestBody: DeleteAccountRequest,
    }): CancelablePromise<string> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/users/me',
            body: requestBody,
            mediaType: 'application/json',
            responseHeader: 'RateLimit-Policy',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.
                - \`invalid_credentials\`: Invalid login credentials`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`last_admin\`: This is the last administrator. Appoint another one first.`,
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
     * Change your password
     * Ends all your other sessions and notifies you by email.
     * @returns void
     * @throws ApiError
     */
    public static changePassword({
        requestBody,
    }: {
        requestBody: ChangePasswordRequest,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/users/me/password',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.
                - \`invalid_credentials\`: Invalid login credentials`,
                403: `\`forbidden\`: You don't have permission to do this.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`weak_password\`: The password is too weak.
                - \`same_password\`: The new password is the current one. Please choose another.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Change your email address
     * Sends one link to the current address and one to the new address. The address changes once both are confirmed
     * with `POST /auth/verifications`, in either order and within an hour. You stay signed in. For seven days a link
     * mailed to the old address can restore it. The response is the same for every new address. A later request
     * replaces an earlier one.
     * @returns CheckEmail Accepted for processing.
     * @throws ApiError
     */
    public static changeEmail({
        requestBody,
    }: {
        requestBody: ChangeEmailRequest,
    }): CancelablePromise<CheckEmail> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/users/me/email',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.
                - \`invalid_credentials\`: Invalid login credentials`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
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
     * Get a copy of your data
     * Requires recent authentication, as enrolling a factor does. Returns a ZIP file with `data.json`, which holds
     * everything the site has stored about you, except internal notes and marks about your applications, and your photos.
     * For administrators it contains the newest 20,000
     * actions; `actions_total` is their number.
     * @returns binary Success.
     * @throws ApiError
     */
    public static exportCurrentUser(): CancelablePromise<Blob> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/users/me/export',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
