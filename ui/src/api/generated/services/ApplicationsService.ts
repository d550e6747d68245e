/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationDetail } from '../models/ApplicationDetail';
import type { ApplicationReceipt } from '../models/ApplicationReceipt';
import type { ApplicationStatus } from '../models/ApplicationStatus';
import type { MyApplications } from '../models/MyApplications';
import type { SubmitApplicationRequest } from '../models/SubmitApplicationRequest';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class ApplicationsService {
    /**
     * Submit an application
     * It is pending then, and a mail says that it arrived. One at a time.
     * @returns ApplicationReceipt Created
     * @throws ApiError
     */
    public static submitApplication({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: SubmitApplicationRequest,
        /**
         * 1–64 printable characters; a request repeated under the same key gets the same answer for 24 hours.
         */
        idempotencyKey?: string,
    }): CancelablePromise<ApplicationReceipt> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/applications',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\``,
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                403: `\`not_applicant\``,
                408: `\`request_timeout\`: the body did not come in time`,
                409: `\`application_pending_exists\` or \`already_member\``,
                413: `\`payload_too_large\``,
                415: `\`unsupported_media_type\``,
                422: `\`validation_failed\`, \`unknown_field\`, \`invalid_text\` or \`idempotency_key_reused\``,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * List the own applications
     * Newest first.
     * @returns MyApplications Success
     * @throws ApiError
     */
    public static listMyApplications({
        status,
        limit,
        offset,
    }: {
        /**
         * Only those with this status.
         */
        status?: ApplicationStatus,
        /**
         * 1–100, 25 by default.
         */
        limit?: number,
        /**
         * Applications to pass over, 0 by default.
         */
        offset?: number,
    }): CancelablePromise<MyApplications> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/applications/mine',
            query: {
                'status': status,
                'limit': limit,
                'offset': offset,
            },
            errors: {
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                422: `\`validation_failed\`, with the parameter that is wrong`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * Read an application
     * For its owner and for administrators, whose reading is audited.
     * @returns ApplicationDetail Success
     * @throws ApiError
     */
    public static getApplication({
        id,
    }: {
        /**
         * The application.
         */
        id: string,
    }): CancelablePromise<ApplicationDetail> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/applications/{id}',
            path: {
                'id': id,
            },
            errors: {
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                404: `\`not_found\`: there is none, or it is not the caller's to know of`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
}
