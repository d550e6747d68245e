/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PasskeyChallenge } from '../models/PasskeyChallenge';
import type { PasskeySignInRequest } from '../models/PasskeySignInRequest';
import type { Session } from '../models/Session';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class PasskeysService {
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
}
