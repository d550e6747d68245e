/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The answers entered so far. Any member may be missing and any value incomplete.
 */
export type DraftFields = {
    /**
     * The applicant's work as a teacher. May contain line breaks.
     */
    teaching_experience?: string | null;
    /**
     * The current teaching position.
     */
    teaching_position?: string | null;
    /**
     * The district of the applicant's school.
     */
    school_district?: string | null;
    /**
     * Each subject once.
     */
    subjects_taught?: Array<string> | null;
    /**
     * `YYYY-MM-DD` once complete.
     */
    date_of_birth?: string | null;
    /**
     * Street and house number.
     */
    address_line1?: string | null;
    /**
     * Apartment, suite or building.
     */
    address_line2?: string | null;
    /**
     * The city of the postal address.
     */
    city?: string | null;
    /**
     * The state of the postal address.
     */
    state?: string | null;
    /**
     * The postal code of the address.
     */
    zip_code?: string | null;
    /**
     * The applicant's phone number.
     */
    phone?: string | null;
    /**
     * One of the values of `TShirtSize`.
     */
    t_shirt_size?: string | null;
    /**
     * The id of one of your uploaded photos, or blank for none.
     */
    headshot_id?: string | null;
};

