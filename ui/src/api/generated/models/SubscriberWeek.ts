/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How many addresses were subscribed and unsubscribed in a week.
 */
export type SubscriberWeek = {
    /**
     * The Monday on which the week begins, in UTC.
     */
    week: string;
    /**
     * Addresses whose present or last subscription was confirmed in it.
     */
    subscribed: number;
    /**
     * Addresses whose last subscription ended in it.
     */
    unsubscribed: number;
};

