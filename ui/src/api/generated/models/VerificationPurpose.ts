/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What a mail was sent for.
 */
export type VerificationPurpose = 'verify_email';
