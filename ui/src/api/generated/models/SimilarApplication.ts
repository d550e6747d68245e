/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
import type { SimilarityReason } from './SimilarityReason';
/**
 * Another application that may be from the same person.
 */
export type SimilarApplication = {
    /**
     * Identifies the other application.
     */
    application_id: string;
    /**
     * If several apply, the first of the enumeration.
     */
    reason: SimilarityReason;
    /**
     * Null after account deletion.
     */
    first_name: string | null;
    /**
     * Null after account deletion.
     */
    last_name: string | null;
    status: ApplicationStatus;
    /**
     * When its applicant submitted it.
     */
    submitted_at: string;
};

