/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SubscriberState } from './SubscriberState';
/**
 * What a subscriber can change. Does not show the address, because forwarded issues contain the token.
 */
export type SubscriptionPreferences = {
    /**
     * How issues may address the subscriber. Null if unknown.
     */
    first_name: string | null;
    /**
     * Whether the subscriber is an educator.
     */
    is_educator: boolean;
    state: SubscriberState;
};

