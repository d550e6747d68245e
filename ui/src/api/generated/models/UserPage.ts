/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { UserSummary } from './UserSummary';
/**
 * A page of the list of users.
 */
export type UserPage = {
    /**
     * The items on this page.
     */
    items: Array<UserSummary>;
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
     * Whether `total` is exact. Counting stops at 10,000 users unless the page contains the last one: then `total` is
     * 10000 and this is false.
     */
    total_is_exact: boolean;
};

