/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckEmail } from '../models/CheckEmail';
import type { FactorRequired } from '../models/FactorRequired';
import type { FactorSignInRequest } from '../models/FactorSignInRequest';
import type { RequestSignInCodeRequest } from '../models/RequestSignInCodeRequest';
import type { Session } from '../models/Session';
import type { SignInCodeRequest } from '../models/SignInCodeRequest';
import type { SignInRequest } from '../models/SignInRequest';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class SignInService {
    /**
     * Request a sign-in code
     * The response is the same for every address. The code is valid for ten minutes. After five wrong codes for an
     * address, no code is accepted for a day.
     * @returns CheckEmail Accepted for processing.
     * @throws ApiError
     */
    public static requestSignInCode({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: RequestSignInCodeRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<CheckEmail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/codes',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
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
     * Sign in with a code
     * Opens a session, or asks for the second factor if the account has one (200). Every refused code gets the same
     * response.
     * @returns FactorRequired Success.
     * @returns Session Created.
     * @throws ApiError
     */
    public static createSessionByCode({
        requestBody,
    }: {
        requestBody: SignInCodeRequest,
    }): CancelablePromise<FactorRequired | Session> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/code',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `\`code_invalid\`: This code is wrong, was used before, or has expired.`,
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
     * Sign in
     * Opens a session, or asks for the second factor if the account has one (200). An unknown address and a wrong
     * password get the same response. Only a client with the right password learns that the address is unconfirmed or
     * the account disabled.
     * @returns FactorRequired Success.
     * @returns Session Created.
     * @throws ApiError
     */
    public static createSession({
        requestBody,
    }: {
        requestBody: SignInRequest,
    }): CancelablePromise<FactorRequired | Session> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `\`invalid_credentials\`: Invalid login credentials`,
                403: `- \`email_not_verified\`: Email not confirmed
                - \`account_disabled\`: This account is disabled`,
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
     * Finish signing in with a factor
     * Opens a session with `aal2`. A challenge expires after five minutes or five wrong answers. After ten wrong codes
     * for an account within 15 minutes, codes are refused for a while.
     * @returns Session Created.
     * @throws ApiError
     */
    public static createSessionByFactor({
        requestBody,
    }: {
        requestBody: FactorSignInRequest,
    }): CancelablePromise<Session> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/sessions/factor',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`challenge_expired\`: Too many attempts, or this step has expired. Please start again.`,
                401: `- \`code_invalid\`: This code is wrong, was used before, or has expired.
                - \`credential_invalid\`: This passkey was not accepted.`,
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
