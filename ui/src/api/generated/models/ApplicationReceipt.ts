/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * A submission that arrived.
 */
export type ApplicationReceipt = {
    /**
     * The application.
     */
    id: string;
    status: ApplicationStatus;
    /**
     * When it was submitted.
     */
    submitted_at: string;
};

