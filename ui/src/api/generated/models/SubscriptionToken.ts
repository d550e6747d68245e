/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The token of a mailed link.
 */
export type SubscriptionToken = {
    /**
     * The fragment after `#token=` in the link, or the last segment of an unsubscribe URL.
     */
    token: string;
};

