/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * A submitted application.
 */
export type ApplicationReceipt = {
    /**
     * Identifies the application.
     */
    id: string;
    status: ApplicationStatus;
    /**
     * When the application was received.
     */
    submitted_at: string;
};

