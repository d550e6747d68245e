/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Makes the request idempotent.
 */
export type Idempotency_Key = string;
