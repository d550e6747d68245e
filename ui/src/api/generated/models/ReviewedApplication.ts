/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationMessage } from './ApplicationMessage';
import type { ApplicationStatus } from './ApplicationStatus';
import type { ChangeRequest } from './ChangeRequest';
import type { SimilarApplication } from './SimilarApplication';
import type { TShirtSize } from './TShirtSize';
/**
 * An application without date of birth, address and phone number.
 */
export type ReviewedApplication = {
    /**
     * Identifies the application.
     */
    id: string;
    /**
     * The applicant.
     */
    user_id: string;
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
    /**
     * Path of the photo on this site. With `private_photos` it expires after one to two days.
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
    /**
     * Up to 20 other applications for each reason, the strongest reason first, then the newest. Only `get_application`
     * and `review_application` return this member, to administrators, and not for their own applications.
     */
    similar?: Array<SimilarApplication>;
    /**
     * The emails about the application, oldest first. Old ones are deleted. Returned with `similar`.
     */
    messages?: Array<ApplicationMessage>;
    /**
     * 1 for the answers that were submitted. Only `get_application`, `review_application` and `edit_application` return
     * this member.
     */
    version?: number;
    /**
     * The open request for changes. Returned with `version`.
     */
    change_request?: ChangeRequest | null;
    /**
     * The applicant's work as a teacher. May contain line breaks.
     */
    teaching_experience: string;
    /**
     * The current teaching position.
     */
    teaching_position: string;
    /**
     * The district of the applicant's school.
     */
    school_district: string;
    /**
     * Each subject once.
     */
    subjects_taught: Array<string>;
    /**
     * The city of the postal address.
     */
    city: string;
    /**
     * The state of the postal address.
     */
    state: string;
    t_shirt_size: TShirtSize;
    /**
     * One of your uploaded photos.
     */
    headshot_id: string | null;
};

