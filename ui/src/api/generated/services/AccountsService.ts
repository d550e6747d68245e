/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckEmail } from '../models/CheckEmail';
import type { RedeemVerificationRequest } from '../models/RedeemVerificationRequest';
import type { ResendVerificationRequest } from '../models/ResendVerificationRequest';
import type { SignUpRequest } from '../models/SignUpRequest';
import type { VerificationResult } from '../models/VerificationResult';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class AccountsService {
    /**
     * Sign up
     * Sends a confirmation mail. New, unconfirmed and taken addresses are answered alike.
     * @returns CheckEmail Accepted
     * @throws ApiError
     */
    public static signUp({
        requestBody,
    }: {
        requestBody: SignUpRequest,
    }): CancelablePromise<CheckEmail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/signup',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\``,
                408: `\`request_timeout\`: the body did not come in time`,
                413: `\`payload_too_large\``,
                415: `\`unsupported_media_type\``,
                422: `\`weak_password\` (with \`reasons\` and \`rules\`), \`validation_failed\`, \`unknown_field\` or \`invalid_text\``,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * Redeem the secret of a mail
     * Confirms the address. Nobody is signed in by it.
     * @returns VerificationResult Success
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
                400: `\`token_invalid\` (wrong, used and expired alike) or \`malformed_request\``,
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
     * Ask for another confirmation mail
     * Every address is answered alike.
     * @returns CheckEmail Accepted
     * @throws ApiError
     */
    public static resendVerification({
        requestBody,
    }: {
        requestBody: ResendVerificationRequest,
    }): CancelablePromise<CheckEmail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/verifications/resend',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\``,
                408: `\`request_timeout\`: the body did not come in time`,
                413: `\`payload_too_large\``,
                415: `\`unsupported_media_type\``,
                422: `\`validation_failed\`, \`unknown_field\` or \`invalid_text\`, with all field errors`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
}
