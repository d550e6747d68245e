/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An administrator who has the application open.
 */
export type ApplicationViewer = {
    /**
     * The administrator.
     */
    user_id: string;
    /**
     * First and last name.
     */
    name: string;
    /**
     * When the administrator opened the application.
     */
    since: string;
};

