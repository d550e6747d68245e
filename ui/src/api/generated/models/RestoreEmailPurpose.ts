/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Always `restore_email`.
 */
export type RestoreEmailPurpose = 'restore_email';
