/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How far the review of an application is.
 */
export type ApplicationStatus = 'pending' | 'approved' | 'rejected';
