/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How many applications there are, whatever the filter.
 */
export type ApplicationCounts = {
    /**
     * All.
     */
    total: number;
    /**
     * Not decided.
     */
    pending: number;
    /**
     * Approved.
     */
    approved: number;
    /**
     * Rejected.
     */
    rejected: number;
};

