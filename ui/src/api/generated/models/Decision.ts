/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What the administrator decides.
 */
export type Decision = 'approved' | 'rejected';
