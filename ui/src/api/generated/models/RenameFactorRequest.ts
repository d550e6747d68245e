/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A new name.
 */
export type RenameFactorRequest = {
    /**
     * The new name. Only you see it.
     */
    friendly_name: string;
};

