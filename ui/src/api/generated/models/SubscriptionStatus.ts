/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SubscriberState } from './SubscriberState';
/**
 * The state of a subscription.
 */
export type SubscriptionStatus = {
    state: SubscriberState;
};

