/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The direction of a list.
 */
export type SortOrder = 'asc' | 'desc';
