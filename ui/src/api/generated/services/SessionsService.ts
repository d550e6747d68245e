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
         * How many items to skip.
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
     * Replaces the access and refresh tokens. For a short time a replaced refresh token returns its successor, because
     * the response may have been lost. After that it is treated as stolen and ends the session.
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
     * Request a passkey challenge
     * The challenge is single-use and expires after five minutes.
     * @returns PasskeyChallenge Created.
     * @throws ApiError
     */
    public static challengePasskey(): CancelablePromise<PasskeyChallenge> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/passkeys/challenges',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Sign in with a passkey
     * Opens a session with `aal2`, without a second step. Credentials are refused if they are for another site or
     * challenge, if the authenticator has not verified its user, or if the passkey's counter has not grown, which
     * suggests a copy.
     * @returns Session Created.
     * @throws ApiError
     */
    public static createSessionByPasskey({
        requestBody,
    }: {
        requestBody: PasskeySignInRequest,
    }): CancelablePromise<Session> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/passkey',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `\`credential_invalid\`: This passkey was not accepted.`,
                403: `\`account_disabled\`: This account is disabled`,
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
     * List the providers and wallets
     * Empty if none is configured.
     * @returns Providers Success.
     * @throws ApiError
     */
    public static listProviders(): CancelablePromise<Providers> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/auth/providers',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Get a nonce for an identity token
     * Valid for one identity token and five minutes.
     * @returns Nonce Created.
     * @throws ApiError
     */
    public static createNonce(): CancelablePromise<Nonce> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/nonces',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                404: `\`unknown_provider\`: This provider is not available here.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Sign in with an identity token
     * A new identity whose verified address has no account gets one. If the address has an account, sign in to it and
     * link the identity. An address alone never links an identity.
     * @returns FactorRequired Success.
     * @returns Session Created.
     * @throws ApiError
     */
    public static createSessionByIdToken({
        requestBody,
    }: {
        requestBody: IdTokenSignInRequest,
    }): CancelablePromise<FactorRequired | Session> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/id_token',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `\`id_token_invalid\`: This identity token was not accepted.`,
                403: `- \`email_not_verified\`: Email not confirmed
                - \`account_disabled\`: This account is disabled`,
                404: `\`unknown_provider\`: This provider is not available here.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`account_exists\`: An account with this address exists. Please sign in to it and link the identity there.`,
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
     * Sign in with a code from a provider's redirect
     * Exchanges the code in the fragment of `/auth/finish`. The code is single-use and expires after five minutes.
     * Accounts are found and created as for an identity token.
     * @returns FactorRequired Success.
     * @returns Session Created.
     * @throws ApiError
     */
    public static createSessionByPkce({
        requestBody,
    }: {
        requestBody: PkceSignInRequest,
    }): CancelablePromise<FactorRequired | Session> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/pkce',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`flow_state_not_found\`: This sign-in was already used or was never started. Please start again.
                - \`flow_state_expired\`: This sign-in has expired. Please start again.
                - \`bad_code_verifier\`: This sign-in was started in another browser. Please start again.`,
                403: `- \`email_not_verified\`: Email not confirmed
                - \`account_disabled\`: This account is disabled`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`account_exists\`: An account with this address exists. Please sign in to it and link the identity there.`,
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
     * Get a nonce for a message
     * Valid for one wallet message and five minutes.
     * @returns WalletNonce Created.
     * @throws ApiError
     */
    public static createWalletNonce(): CancelablePromise<WalletNonce> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/web3/nonces',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                404: `\`unknown_provider\`: This provider is not available here.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Sign in with a wallet
     * The wallet must be linked to an account: sign in with another method and link it there. Contract wallets are not
     * supported.
     * @returns FactorRequired Success.
     * @returns Session Created.
     * @throws ApiError
     */
    public static createSessionByWallet({
        requestBody,
    }: {
        requestBody: WalletSignInRequest,
    }): CancelablePromise<FactorRequired | Session> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/web3',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`message_invalid\`: The signed message was not accepted. Please try again.`,
                401: `\`signature_invalid\`: The signature is not by the account in the message.`,
                403: `- \`account_disabled\`: This account is disabled
                - \`wallet_not_linked\`: No account is linked to this wallet. Please sign in with another method and link the wallet in your account.`,
                404: `\`unknown_provider\`: This provider is not available here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`unsupported_wallet\`: This kind of wallet is not supported. Contract wallets cannot sign in here.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Redirect to a provider
     * Send the browser here. The redirect back ends at `/auth/finish`, with `#code=` for `POST /auth/sessions/pkce` or
     * `POST /users/me/identities`, or with `#error=`: `access_denied`, `provider_refused`,
     * `id_token_invalid`, `flow_state_not_found`, `flow_state_expired`, `unavailable`.
     * @returns void
     * @throws ApiError
     */
    public static beginAuthorization({
        provider,
        codeChallenge,
        codeChallengeMethod,
    }: {
        /**
         * The name of the provider.
         */
        provider: string,
        /**
         * The S256 challenge of a verifier that only this browser knows (RFC 7636, section 4.2).
         */
        codeChallenge: string,
        codeChallengeMethod: ChallengeMethod,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/auth/authorize',
            query: {
                'provider': provider,
                'code_challenge': codeChallenge,
                'code_challenge_method': codeChallengeMethod,
            },
            errors: {
                303: `See other.`,
                400: `\`malformed_request\`: The request could not be read.`,
                404: `\`unknown_provider\`: This provider is not available here.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Receive the redirect from a provider
     * The redirect URI for providers. A state is single-use and expires after 15 minutes.
     * @returns void
     * @throws ApiError
     */
    public static finishAuthorization({
        state,
        code,
        error,
        iss,
    }: {
        /**
         * The state of the redirect to the provider.
         */
        state?: string,
        /**
         * The provider's code.
         */
        code?: string,
        /**
         * The provider's error (RFC 6749, section 4.1.2.1).
         */
        error?: string,
        /**
         * The issuer that the provider names (RFC 9207).
         */
        iss?: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/auth/callback',
            query: {
                'state': state,
                'code': code,
                'error': error,
                'iss': iss,
            },
            errors: {
                303: `See other.`,
                400: `\`malformed_request\`: The request could not be read.`,
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
