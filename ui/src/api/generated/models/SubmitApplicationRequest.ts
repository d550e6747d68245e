/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { TShirtSize } from './TShirtSize';
/**
 * The answers of an applicant. Texts are trimmed; lengths are counted in Unicode code points.
 */
export type SubmitApplicationRequest = {
    /**
     * The applicant's work as a teacher. May contain line breaks.
     */
    teaching_experience: string;
    /**
     * The current teaching position.
     */
    teaching_position: string;
    school_district: string;
    /**
     * Without duplicates.
     */
    subjects_taught: Array<string>;
    /**
     * From 1900-01-01 to today.
     */
    date_of_birth: string;
    address_line1: string;
    address_line2?: string | null;
    city: string;
    state: string;
    zip_code: string;
    phone: string;
    t_shirt_size: TShirtSize;
    /**
     * One of your uploaded photos.
     */
    headshot_id?: string | null;
};

