/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
import type { TShirtSize } from './TShirtSize';
/**
 * An application with the name and email address of its applicant.
 */
export type ApplicationDetail = {
    id: string;
    /**
     * The applicant.
     */
    user_id: string;
    status: ApplicationStatus;
    submitted_at: string;
    /**
     * When it was approved or rejected.
     */
    reviewed_at: string | null;
    /**
     * Null after account deletion, which also erases the answers.
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
    teaching_experience: string;
    /**
     * The current teaching position.
     */
    teaching_position: string;
    school_district: string;
    subjects_taught: Array<string>;
    date_of_birth: string;
    address_line1: string;
    address_line2: string | null;
    city: string;
    state: string;
    zip_code: string;
    phone: string;
    t_shirt_size: TShirtSize;
    /**
     * Path of the photo on this site.
     */
    headshot_url: string | null;
    /**
     * The internal note on the decision. Only administrators get this member, and not for their own applications.
     */
    note?: string | null;
    /**
     * The administrator who decided. Only administrators get this member, and not for their own applications.
     */
    decided_by?: string | null;
};

