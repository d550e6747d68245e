/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * A row of the review list: no birth date, address or phone.
 */
export type ApplicationSummary = {
    /**
     * The application.
     */
    id: string;
    /**
     * The applicant's first name.
     */
    first_name: string;
    /**
     * The applicant's last name.
     */
    last_name: string;
    /**
     * The applicant's address.
     */
    email: string;
    /**
     * Current teaching position.
     */
    teaching_position: string;
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

