/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Which email can be sent again.
 */
export type ResendPurpose = 'verify_email' | 'change_email';
