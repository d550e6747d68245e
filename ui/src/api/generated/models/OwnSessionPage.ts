/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { OwnSession } from './OwnSession';
/**
 * A page of your sessions.
 */
export type OwnSessionPage = {
    /**
     * The items on this page.
     */
    items: Array<OwnSession>;
    /**
     * How many items match the filter, on all pages together.
     */
    total: number;
    /**
     * How many items were asked for at most.
     */
    limit: number;
    /**
     * How many items were skipped; null for a page that `cursor` found.
     */
    offset: number | null;
    /**
     * The `cursor` of the next page; null where there is none, or where the list takes no `cursor`.
     */
    next_cursor: string | null;
    /**
     * The `cursor` of the previous page, in the same way.
     */
    prev_cursor: string | null;
};

