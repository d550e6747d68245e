/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Always `verify_email`.
 */
export type VerifyEmailPurpose = 'verify_email';
