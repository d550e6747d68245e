/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
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
};

