/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The kinds of email that can be resent.
 */
export type ResendPurpose = 'verify_email' | 'change_email';
