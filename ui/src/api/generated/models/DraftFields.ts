/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What was entered so far. Any member may be missing, and any value unfinished.
 */
export type DraftFields = {
    teaching_experience?: string;
    teaching_position?: string;
    school_district?: string;
    subjects_taught?: Array<string>;
    /**
     * As `YYYY-MM-DD`, once complete.
     */
    date_of_birth?: string;
    address_line1?: string;
    address_line2?: string;
    city?: string;
    state?: string;
    zip_code?: string;
    phone?: string;
    t_shirt_size?: string;
    /**
     * One of your uploaded photos.
     */
    headshot_id?: string | null;
};

