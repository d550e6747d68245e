/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What went wrong.
 */
export type BrowserErrorKind = 'error' | 'rejection' | 'render';
