/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SubscriberWeek } from './SubscriberWeek';
/**
 * The last 52 weeks, oldest first.
 */
export type SubscriberGrowth = {
    /**
     * All items.
     */
    items: Array<SubscriberWeek>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

