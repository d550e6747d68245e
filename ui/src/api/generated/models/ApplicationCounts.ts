/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The number of applications by status, regardless of the filter.
 */
export type ApplicationCounts = {
    /**
     * Applications of any status.
     */
    total: number;
    /**
     * Applications that wait for a decision.
     */
    pending: number;
    /**
     * Applications that an administrator approved.
     */
    approved: number;
    /**
     * Applications that an administrator rejected.
     */
    rejected: number;
};

