/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Redeems a mailed link.
 */
export type LinkToken = {
    /**
     * The fragment after `#token=` in the link.
     */
    token: string;
};

