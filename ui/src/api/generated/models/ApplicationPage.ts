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
     * Total number of items that match the filter.
     */
    total: number;
    /**
     * The requested maximum number of items.
     */
    limit: number;
    /**
     * Number of skipped items. Null on a page requested by `cursor`.
     */
    offset: number | null;
    /**
     * The `cursor` of the next page. Null if there is none.
     */
    next_cursor: string | null;
    /**
     * The `cursor` of the previous page. Null if there is none.
     */
    prev_cursor: string | null;
    /**
     * Whether `total` is exact. Counting stops at 1,000 matches unless the page contains the last one, or only `status`
     * and US states, regions or other places are given: then `total` is 1000 and this is false.
     */
    total_is_exact: boolean;
    counts: ApplicationCounts;
};

