/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The kind of error.
 */
export type BrowserErrorKind = 'error' | 'rejection' | 'render';
