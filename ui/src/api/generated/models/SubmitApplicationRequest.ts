/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Every field of the wizard.
 */
export type SubmitApplicationRequest = {
    /**
     * At most 5,000 characters.
     */
    teaching_experience: string;
    /**
     * At most 200 characters.
     */
    teaching_position: string;
    /**
     * At most 200 characters.
     */
    school_district: string;
    /**
     * At most 20 different ones of at most 100 characters.
     */
    subjects_taught: Array<string>;
    /**
     * A real date, `YYYY-MM-DD`, from 1900-01-01 to today.
     */
    date_of_birth: string;
    /**
     * At most 200 characters.
     */
    address_line1: string;
    /**
     * At most 200 characters.
     */
    address_line2?: string;
    /**
     * At most 100 characters.
     */
    city: string;
    /**
     * At most 50 characters.
     */
    state: string;
    /**
     * At most 20 characters.
     */
    zip_code: string;
    /**
     * At most 32 characters.
     */
    phone: string;
    /**
     * One of XS, S, M, L, XL, XXL.
     */
    t_shirt_size: string;
    /**
     * A photo of one's own, uploaded before.
     */
    headshot_id?: string;
};

