/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Health } from '../models/Health';
import type { Readiness } from '../models/Readiness';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class OperationsService {
    /**
     * Say that the program runs
     * @returns Health Success
     * @throws ApiError
     */
    public static getHealth(): CancelablePromise<Health> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/health',
            errors: {
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
    /**
     * Say whether the program can do its work
     * @returns Readiness Success
     * @throws ApiError
     */
    public static getReadiness(): CancelablePromise<Readiness> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/ready',
            errors: {
                500: `\`internal_error\``,
                503: `\`unavailable\`, with the parts that do not work and why`,
            },
        });
    }
}
