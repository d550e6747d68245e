/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * New names. An omitted or null name stays unchanged.
 */
export type UpdateUserRequest = {
    /**
     * The new given name.
     */
    first_name?: string | null;
    /**
     * The new family name.
     */
    last_name?: string | null;
};

