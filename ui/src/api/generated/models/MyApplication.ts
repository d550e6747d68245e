/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * One of your applications.
 */
export type MyApplication = {
    /**
     * Identifies the application.
     */
    id: string;
    status: ApplicationStatus;
    /**
     * When you submitted it.
     */
    submitted_at: string;
    /**
     * When it was approved or rejected.
     */
    reviewed_at: string | null;
};

