/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The numbers of all addresses, whatever the filter.
 */
export type SubscriberCounts = {
    /**
     * Addresses that wait for confirmation.
     */
    pending: number;
    /**
     * Addresses that are subscribed.
     */
    subscribed: number;
    /**
     * Addresses that were subscribed.
     */
    unsubscribed: number;
};

