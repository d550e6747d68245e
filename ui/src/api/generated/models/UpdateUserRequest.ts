/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * New names. A name that is left out or null stays as it is.
 */
export type UpdateUserRequest = {
    first_name?: string | null;
    last_name?: string | null;
};

