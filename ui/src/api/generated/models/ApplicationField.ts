/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A field of the application form.
 */
export type ApplicationField = 'teaching_experience' | 'teaching_position' | 'school_district' | 'subjects_taught' | 'date_of_birth' | 'address_line1' | 'address_line2' | 'city' | 'state' | 'zip_code' | 'phone' | 't_shirt_size' | 'headshot_id';
