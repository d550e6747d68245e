/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationDetail } from '../models/ApplicationDetail';
import type { ApplicationList } from '../models/ApplicationList';
import type { ApplicationSort } from '../models/ApplicationSort';
import type { ApplicationStatus } from '../models/ApplicationStatus';
import type { DecisionRequest } from '../models/DecisionRequest';
import type { SortOrder } from '../models/SortOrder';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class ReviewService {
    /**
     * List applications
     * Newest first unless told otherwise, with the counts of all applications whatever the filter.
     * @returns ApplicationList Success
     * @throws ApiError
     */
    public static listApplications({
        status,
        q,
        limit,
        offset,
        sort,
        order,
    }: {
        /**
         * Only those with this status.
         */
        status?: ApplicationStatus,
        /**
         * Part of the name or address, without regard to case.
         */
        q?: string,
        /**
         * 1–100, 25 by default.
         */
        limit?: number,
        /**
         * Applications to pass over, 0 by default.
         */
        offset?: number,
        /**
         * `submitted_at` by default.
         */
        sort?: ApplicationSort,
        /**
         * `desc` by default.
         */
        order?: SortOrder,
    }): CancelablePromise<ApplicationList> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications',
            query: {
                'status': status,
                'q': q,
                'limit': limit,
                'offset': offset,
                'sort': sort,
                'order': order,
            },
            errors: {
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                403: `\`forbidden\``,
                422: `\`validation_failed\` or \`invalid_text\`, with the parameter that is wrong`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * Approve or reject an application
     * Decided is final. Role and mail go with the decision.
     * @returns ApplicationDetail Success
     * @throws ApiError
     */
    public static decideApplication({
        id,
        requestBody,
    }: {
        /**
         * The application.
         */
        id: string,
        requestBody: DecisionRequest,
    }): CancelablePromise<ApplicationDetail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/{id}/decision',
            path: {
                'id': id,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\``,
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                403: `\`forbidden\``,
                404: `\`not_found\``,
                408: `\`request_timeout\`: the body did not come in time`,
                409: `\`application_already_decided\` (with \`current_status\`) or \`own_application\``,
                413: `\`payload_too_large\``,
                415: `\`unsupported_media_type\``,
                422: `\`validation_failed\`, \`unknown_field\` or \`invalid_text\`, with all field errors`,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
}
