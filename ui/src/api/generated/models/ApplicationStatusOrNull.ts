/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The status of an application.
 */
export type ApplicationStatusOrNull = 'pending' | 'approved' | 'rejected' | null;
