/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The administrator who asked for changes.
 */
export type Requester = {
    /**
     * Identifies the administrator.
     */
    id: string;
    /**
     * First and last name.
     */
    name: string;
};

