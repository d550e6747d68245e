/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The answers entered so far. Any member may be missing and any value incomplete.
 */
export type DraftFields = {
    teaching_experience?: string | null;
    teaching_position?: string | null;
    school_district?: string | null;
    subjects_taught?: Array<string> | null;
    /**
     * `YYYY-MM-DD` once complete.
     */
    date_of_birth?: string | null;
    address_line1?: string | null;
    address_line2?: string | null;
    city?: string | null;
    state?: string | null;
    zip_code?: string | null;
    phone?: string | null;
    t_shirt_size?: string | null;
    /**
     * The id of one of your uploaded photos, or blank for none.
     */
    headshot_id?: string | null;
};

