/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
import type { ChangeProgressOrNull } from './ChangeProgressOrNull';
/**
 * An application in the list, without date of birth, address and phone number.
 */
export type ApplicationSummary = {
    /**
     * Identifies the application.
     */
    id: string;
    /**
     * Null after account deletion.
     */
    first_name: string | null;
    /**
     * Null after account deletion.
     */
    last_name: string | null;
    /**
     * Null after account deletion.
     */
    email: string | null;
    /**
     * The current teaching position.
     */
    teaching_position: string;
    status: ApplicationStatus;
    /**
     * When the applicant submitted it.
     */
    submitted_at: string;
    /**
     * When it was approved or rejected.
     */
    reviewed_at: string | null;
    /**
     * The version of the answers: 1 for those that were submitted.
     */
    version: number;
    /**
     * The last request for changes: open, or followed by an edit. Null otherwise, and after a decision.
     */
    changes: ChangeProgressOrNull;
};

