/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { TShirtSize } from './TShirtSize';
/**
 * What an applicant entered in the form.
 */
export type ApplicationAnswers = {
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
     * The applicant's date of birth, from 1900-01-01 to today.
     */
    date_of_birth: string;
    /**
     * Street and house number.
     */
    address_line1: string;
    /**
     * Apartment, suite or building.
     */
    address_line2: string | null;
    /**
     * The city of the postal address.
     */
    city: string;
    /**
     * The state of the postal address.
     */
    state: string;
    /**
     * The postal code of the address.
     */
    zip_code: string;
    /**
     * The applicant's phone number.
     */
    phone: string;
    t_shirt_size: TShirtSize;
    /**
     * One of your uploaded photos.
     */
    headshot_id: string | null;
};

