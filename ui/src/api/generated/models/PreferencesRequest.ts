/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Changed preferences.
 */
export type PreferencesRequest = {
    /**
     * The token of a mailed link.
     */
    token: string;
    /**
     * How issues may address the subscriber.
     */
    first_name?: string | null;
    /**
     * Whether the subscriber is an educator.
     */
    is_educator: boolean;
};

