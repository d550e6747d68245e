/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * A submitted application.
 */
export type ApplicationReceipt = {
    id: string;
    status: ApplicationStatus;
    submitted_at: string;
};

