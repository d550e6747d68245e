/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SubscriberState } from './SubscriberState';
import type { SubscriptionForm } from './SubscriptionForm';
/**
 * A subscriber of the newsletter.
 */
export type Subscriber = {
    /**
     * Identifies the subscriber.
     */
    id: string;
    /**
     * The address.
     */
    email: string;
    /**
     * The name that was entered. Null if none was.
     */
    first_name: string | null;
    /**
     * Whether the subscriber is an educator.
     */
    is_educator: boolean;
    /**
     * Where the address was last entered.
     */
    form: SubscriptionForm;
    state: SubscriberState;
    /**
     * When the state began. For `pending`, when a confirmation was last requested.
     */
    since: string;
};

