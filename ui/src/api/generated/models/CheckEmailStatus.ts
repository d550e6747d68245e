/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Always `check_email`.
 */
export type CheckEmailStatus = 'check_email';
