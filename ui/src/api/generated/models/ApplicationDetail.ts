/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
import type { TShirtSize } from './TShirtSize';
/**
 * A whole application with its applicant's profile.
 */
export type ApplicationDetail = {
    /**
     * The application.
     */
    id: string;
    /**
     * The applicant.
     */
    user_id: string;
    status: ApplicationStatus;
    /**
     * When it was submitted.
     */
    submitted_at: string;
    /**
     * When it was decided.
     */
    reviewed_at?: string;
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
     * Long text.
     */
    teaching_experience: string;
    /**
     * Current teaching position.
     */
    teaching_position: string;
    /**
     * School district.
     */
    school_district: string;
    /**
     * Any number of subjects.
     */
    subjects_taught: Array<string>;
    /**
     * Date of birth.
     */
    date_of_birth: string;
    /**
     * Address line 1.
     */
    address_line1: string;
    /**
     * Address line 2.
     */
    address_line2?: string;
    /**
     * City.
     */
    city: string;
    /**
     * State.
     */
    state: string;
    /**
     * ZIP code.
     */
    zip_code: string;
    /**
     * Phone number.
     */
    phone: string;
    t_shirt_size: TShirtSize;
    /**
     * Root-relative address of the photo.
     */
    headshot_url?: string;
    /**
     * The administrator's internal note; administrators only.
     */
    note?: string;
    /**
     * The administrator who decided; administrators only.
     */
    decided_by?: string;
};

