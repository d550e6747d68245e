/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * One of the caller's own applications.
 */
export type MyApplication = {
    /**
     * The application.
     */
    id: string;
    status: ApplicationStatus;
    /**
     * When it was submitted.
     */
    submitted_at: string;
    /**
     * When it was decided.
     */
    reviewed_at?: string;
};

