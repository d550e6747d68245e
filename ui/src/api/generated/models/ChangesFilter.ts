/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How far the last request for changes is; `none` also after a decision or a request that was taken back.
 */
export type ChangesFilter = 'requested' | 'made' | 'none';
