/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The number of applications by status, regardless of the filter.
 */
export type ApplicationCounts = {
    total: number;
    pending: number;
    approved: number;
    rejected: number;
};

