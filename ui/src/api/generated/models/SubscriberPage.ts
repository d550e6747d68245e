/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Subscriber } from './Subscriber';
import type { SubscriberCounts } from './SubscriberCounts';
/**
 * A page of the subscribers, whose state changed last first.
 */
export type SubscriberPage = {
    /**
     * The items on this page.
     */
    items: Array<Subscriber>;
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
    counts: SubscriberCounts;
};

