/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An address of a change: `old` is the one of the account.
 */
export type EmailChangeSideOrNull = 'old' | 'new' | null;
