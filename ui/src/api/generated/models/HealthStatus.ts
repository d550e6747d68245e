/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The word of a program that runs.
 */
export type HealthStatus = 'ok';
