/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * One of your applications.
 */
export type MyApplication = {
    id: string;
    status: ApplicationStatus;
    submitted_at: string;
    /**
     * When it was approved or rejected.
     */
    reviewed_at: string | null;
};

