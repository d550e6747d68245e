/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What the list is sorted by.
 */
export type HeadshotSortWord = 'name' | 'created_at';
