/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What photos are sorted by.
 */
export type HeadshotSort = 'name' | 'created_at';
