/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CurrentUser } from '../models/CurrentUser';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class UsersService {
    /**
     * Read the own account
     * @returns CurrentUser Success
     * @throws ApiError
     */
    public static getCurrentUser(): CancelablePromise<CurrentUser> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/users/me',
            errors: {
                401: `\`authentication_required\`, \`invalid_token\`, \`token_expired\`, \`session_revoked\` or \`session_expired\``,
                500: `\`internal_error\``,
                503: `\`unavailable\` or \`busy\`; \`Retry-After\` says when to try again`,
            },
        });
    }
}
