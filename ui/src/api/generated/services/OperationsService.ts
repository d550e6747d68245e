/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { BrowserError } from '../models/BrowserError';
import type { Health } from '../models/Health';
import type { Readiness } from '../models/Readiness';
import type { SiteObject } from '../models/SiteObject';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class OperationsService {
    /**
     * Check that the program runs
     * Responds as soon as the program serves requests, regardless of its dependencies.
     * @returns Health Success.
     * @throws ApiError
     */
    public static getHealth(): CancelablePromise<Health> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/health',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Check that the program is ready
     * Ready means that the database works and has the schema that the program needs. Otherwise `errors` names what
     * fails and why. Problems of the photo store or the mail queue, which all processes share, are in `notes`. A
     * draining program is not ready, although it still responds.
     * @returns Readiness Success.
     * @throws ApiError
     */
    public static getReadiness(): CancelablePromise<Readiness> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/ready',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Report an error in a browser
     * The report is logged and counted. Send no text that a user has entered.
     * @returns void
     * @throws ApiError
     */
    public static reportBrowserError({
        requestBody,
    }: {
        requestBody: BrowserError,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/errors',
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
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Read what is switched on
     * The operations of a feature that is off return 404.
     * @returns SiteObject Success.
     * @throws ApiError
     */
    public static getSite(): CancelablePromise<SiteObject> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/site',
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
}
