/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ContactMessage } from './ContactMessage';
import type { ContactMessageCounts } from './ContactMessageCounts';
/**
 * A page of the messages, the newest first.
 */
export type ContactMessagePage = {
    /**
     * The items on this page.
     */
    items: Array<ContactMessage>;
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
    counts: ContactMessageCounts;
};

