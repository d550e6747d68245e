/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An address of the change: `old` is the account's address.
 */
export type EmailChangeSideOrNull = 'old' | 'new' | null;
