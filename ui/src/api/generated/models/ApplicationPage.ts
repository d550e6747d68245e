/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationCounts } from './ApplicationCounts';
import type { ApplicationSummary } from './ApplicationSummary';
/**
 * A page of the list of applications.
 */
export type ApplicationPage = {
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
     * How many items were skipped; null on a page requested by `cursor`.
     */
    offset: number | null;
    /**
     * The `cursor` of the next page; null if there is none or the list takes no `cursor`.
     */
    next_cursor: string | null;
    /**
     * The `cursor` of the previous page, likewise.
     */
    prev_cursor: string | null;
    /**
     * Whether `total` is exact. A search that finds more than 1,000 applications is counted no further, unless the page
     * shows their end: then `total` is 1000, and this is false.
     */
    total_is_exact: boolean;
    counts: ApplicationCounts;
};

