/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Whether a user can sign in: `unverified` until the address is confirmed.
 */
export type AccountState = 'active' | 'unverified' | 'disabled';
