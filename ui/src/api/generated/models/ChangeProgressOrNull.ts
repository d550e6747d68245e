/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How far a request for changes is.
 */
export type ChangeProgressOrNull = 'requested' | 'made' | null;
