/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An administrator's decision.
 */
export type Decision = 'approved' | 'rejected';
