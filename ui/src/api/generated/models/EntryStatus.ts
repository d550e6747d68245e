/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Always `factor_required`.
 */
export type EntryStatus = 'factor_required';
