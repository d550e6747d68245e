/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckEmail } from '../models/CheckEmail';
import type { RedeemVerificationRequest } from '../models/RedeemVerificationRequest';
import type { RequestRecoveryRequest } from '../models/RequestRecoveryRequest';
import type { ResendVerificationRequest } from '../models/ResendVerificationRequest';
import type { SetRecoveryPasswordRequest } from '../models/SetRecoveryPasswordRequest';
import type { SignUpRequest } from '../models/SignUpRequest';
import type { VerificationResult } from '../models/VerificationResult';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class AccountsService {
    /**
     * Sign up
     * Sends a confirmation email. The response is the same for new, unconfirmed and taken addresses. The user can sign
     * in once the address is confirmed.
     * @returns CheckEmail Accepted for processing.
     * @throws ApiError
     */
    public static signUp({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: SignUpRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<CheckEmail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/signup',
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
                - \`weak_password\`: The password is too weak.
                - \`idempotency_key_reused\`: This Idempotency-Key was used with another request.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Redeem the link or code of an email
     * Takes the token of an emailed link, or the address and the code of the newest confirmation or recovery email.
     * Both are single-use. `purpose` says what the link was for. This does not sign the user in.
     * @returns VerificationResult Success.
     * @throws ApiError
     */
    public static redeemVerification({
        requestBody,
    }: {
        requestBody: RedeemVerificationRequest,
    }): CancelablePromise<VerificationResult> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/verifications',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`token_invalid\`: This link or code is wrong, was used before, or has expired.`,
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
     * Send the confirmation emails again
     * For a sign-up or an address change. The response is the same for every address. Earlier links stay valid until
     * one is used.
     * @returns CheckEmail Accepted for processing.
     * @throws ApiError
     */
    public static resendVerification({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: ResendVerificationRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<CheckEmail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/verifications/resend',
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
     * Request a recovery email
     * The response is the same for every address. The link in the email works for an hour; exchange its token at
     * `POST /auth/verifications`.
     * @returns CheckEmail Accepted for processing.
     * @throws ApiError
     */
    public static requestRecovery({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: RequestRecoveryRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<CheckEmail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/recovery',
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
     * Choose a new password
     * Takes the `recovery_token` of a verification as bearer token. The token is single-use and valid for ten minutes.
     * Ends all sessions of the user and confirms an unconfirmed address. This does not sign the user in.
     * @returns void
     * @throws ApiError
     */
    public static setRecoveryPassword({
        requestBody,
    }: {
        requestBody: SetRecoveryPasswordRequest,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/auth/recovery/password',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`recovery_expired\`: The link to choose a new password has expired. Please request a new one.`,
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
}
