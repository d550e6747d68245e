/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Headshot } from '../models/Headshot';
import type { HeadshotList } from '../models/HeadshotList';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class HeadshotsService {
    /**
     * Upload a photo
     * @returns Headshot Created
     * @throws ApiError
     */
    public static uploadHeadshot({
        formData,
        idempotencyKey,
    }: {
        formData: {
            file: Blob;
        },
        /**
         * 1–64 printable characters; a request repeated under the same key gets the same answer for 24 hours.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Headshot> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/headshots',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            formData: formData,
            mediaType: 'multipart/form-data',
            errors: {
                413: `Problem`,
            },
        });
    }
    /**
     * List the own photos
     * @returns HeadshotList Success
     * @throws ApiError
     */
    public static listHeadshots(): CancelablePromise<HeadshotList> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/headshots',
        });
    }
    /**
     * Delete a photo
     * @returns void
     * @throws ApiError
     */
    public static deleteHeadshot({
        id,
    }: {
        id: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/headshots/{id}',
            path: {
                'id': id,
            },
        });
    }
}
