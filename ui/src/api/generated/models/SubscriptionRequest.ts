/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SubscriptionForm } from './SubscriptionForm';
/**
 * An address for the newsletter.
 */
export type SubscriptionRequest = {
    /**
     * The address to subscribe.
     */
    email: string;
    /**
     * How issues may address the subscriber.
     */
    first_name?: string | null;
    /**
     * Whether the subscriber is an educator.
     */
    is_educator?: boolean | null;
    /**
     * Where the address was entered.
     */
    form: SubscriptionForm;
};

