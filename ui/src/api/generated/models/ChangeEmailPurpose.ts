/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Always `change_email`.
 */
export type ChangeEmailPurpose = 'change_email';
