/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The one word of [`CheckEmail`].
 */
export type CheckEmailStatus = 'check_email';
