/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The token of a link.
 */
export type LinkToken = {
    /**
     * What follows `#token=` in the link.
     */
    token: string;
};

