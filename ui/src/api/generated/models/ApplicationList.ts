/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationCounts } from './ApplicationCounts';
import type { ApplicationSummary } from './ApplicationSummary';
/**
 * A page of the list of applications.
 */
export type ApplicationList = {
    /**
     * The items on this page.
     */
    items: Array<ApplicationSummary>;
    /**
     * How many items match the filter, on all pages together.
     */
    total: number;
    /**
     * How many items were asked for at most.
     */
    limit: number;
    /**
     * How many items were skipped.
     */
    offset: number;
    counts: ApplicationCounts;
};

