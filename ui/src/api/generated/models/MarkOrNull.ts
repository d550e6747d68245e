/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What an administrator thinks of an application.
 */
export type MarkOrNull = 'yes' | 'maybe' | 'no' | null;
