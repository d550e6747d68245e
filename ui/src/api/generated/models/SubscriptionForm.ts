/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A newsletter form.
 */
export type SubscriptionForm = 'home' | 'blog';
