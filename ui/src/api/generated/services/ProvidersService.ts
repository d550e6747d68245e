/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ChallengeMethod } from '../models/ChallengeMethod';
import type { FactorRequired } from '../models/FactorRequired';
import type { IdTokenSignInRequest } from '../models/IdTokenSignInRequest';
import type { Nonce } from '../models/Nonce';
import type { PkceSignInRequest } from '../models/PkceSignInRequest';
import type { Providers } from '../models/Providers';
import type { Session } from '../models/Session';
import type { WalletNonce } from '../models/WalletNonce';
import type { WalletSignInRequest } from '../models/WalletSignInRequest';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class ProvidersService {
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
        /**
         * Always `S256`.
         */
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
                303: `A redirect.`,
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
                303: `A redirect.`,
                400: `\`malformed_request\`: The request could not be read.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
