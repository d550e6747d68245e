/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What an email was sent for.
 */
export type VerificationPurpose = 'verify_email';
