/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What you think of an application; `none` if you have not marked it.
 */
export type MarkFilter = 'yes' | 'maybe' | 'no' | 'none';
