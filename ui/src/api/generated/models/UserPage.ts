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
};

