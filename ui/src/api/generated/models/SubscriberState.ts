/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Whether an address is subscribed: it waits for confirmation, is confirmed, or was unsubscribed.
 */
export type SubscriberState = 'pending' | 'subscribed' | 'unsubscribed';
