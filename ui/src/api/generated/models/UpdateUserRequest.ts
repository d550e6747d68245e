/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * New names. A name that is left out stays as it is.
 */
export type UpdateUserRequest = {
    first_name?: string;
    last_name?: string;
};

