/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EnrolFactorRequest } from '../models/EnrolFactorRequest';
import type { EnrolledFactor } from '../models/EnrolledFactor';
import type { Factor } from '../models/Factor';
import type { FactorChallenge } from '../models/FactorChallenge';
import type { Factors } from '../models/Factors';
import type { NewRecoveryCodes } from '../models/NewRecoveryCodes';
import type { RenameFactorRequest } from '../models/RenameFactorRequest';
import type { VerifiedFactor } from '../models/VerifiedFactor';
import type { VerifyFactorRequest } from '../models/VerifyFactorRequest';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class FactorsService {
    /**
     * List your factors
     * Oldest first, with the number of unused recovery codes.
     * @returns Factors Success.
     * @throws ApiError
     */
    public static listFactors(): CancelablePromise<Factors> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/auth/factors',
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
     * Start enrolling a factor
     * The factor is active once its code or the new passkey is verified. Starting again discards an unverified factor
     * of the same type. Requires recent authentication: your password within the last ten minutes and, with a verified
     * factor, a session that has used one. For accounts without a password or factors, any sign-in within the last ten
     * minutes suffices.
     * @returns EnrolledFactor Created.
     * @throws ApiError
     */
    public static enrolFactor({
        requestBody,
    }: {
        requestBody: EnrolFactorRequest,
    }): CancelablePromise<EnrolledFactor> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/factors',
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
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                408: `\`request_timeout\`: The request took too long.`,
                409: `\`too_many_factors\`: An account can have ten factors. Please remove one first.`,
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
     * Create a challenge
     * It expires after five minutes or five wrong answers.
     * @returns FactorChallenge Created.
     * @throws ApiError
     */
    public static challengeFactor({
        id,
    }: {
        /**
         * The id of the factor.
         */
        id: string,
    }): CancelablePromise<FactorChallenge> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/factors/{id}/challenges',
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
     * Answer a challenge
     * Completes the enrolment of a factor, which requires recent authentication as starting it does, and raises your
     * session to `aal2`. Your first factor comes with ten recovery codes, ends your other sessions and discards other
     * unfinished enrolments.
     * @returns VerifiedFactor Success.
     * @throws ApiError
     */
    public static verifyFactor({
        id,
        requestBody,
    }: {
        /**
         * The id of the factor.
         */
        id: string,
        requestBody: VerifyFactorRequest,
    }): CancelablePromise<VerifiedFactor> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/factors/{id}/verifications',
            path: {
                'id': id,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`challenge_expired\`: Too many attempts, or this step has expired. Please start again.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.
                - \`code_invalid\`: This code is wrong, was used before, or has expired.
                - \`credential_invalid\`: This passkey was not accepted.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`reauthentication_required\`: Please enter your password or a code first.`,
                404: `\`not_found\`: There is nothing here.`,
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
     * Rename a factor
     * Requires recent authentication.
     * @returns Factor Success.
     * @throws ApiError
     */
    public static renameFactor({
        id,
        requestBody,
    }: {
        /**
         * The id of the factor.
         */
        id: string,
        requestBody: RenameFactorRequest,
    }): CancelablePromise<Factor> {
        return __request(OpenAPI, {
            method: 'PATCH',
            url: '/auth/factors/{id}',
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
     * Remove a factor
     * Requires recent authentication. You are notified by email. Sessions that only this factor proved end, yours
     * included. Removing the last verified factor removes your recovery codes. The last passkey cannot be removed from
     * an account without a password or identities.
     * @returns void
     * @throws ApiError
     */
    public static removeFactor({
        id,
    }: {
        /**
         * The id of the factor.
         */
        id: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/auth/factors/{id}',
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
     * Create new recovery codes
     * Requires recent authentication and a verified factor. The earlier codes stop working.
     * @returns NewRecoveryCodes Created.
     * @throws ApiError
     */
    public static createRecoveryCodes(): CancelablePromise<NewRecoveryCodes> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/auth/factors/recovery-codes',
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
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
