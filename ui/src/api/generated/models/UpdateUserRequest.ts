/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * New names. An omitted or null name stays unchanged.
 */
export type UpdateUserRequest = {
    first_name?: string | null;
    last_name?: string | null;
};

