/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How far the last request for changes is, or that there is none to wait for or to look at.
 */
export type ChangesFilter = 'requested' | 'made' | 'none';
