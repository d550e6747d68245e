/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Whether a factor counts.
 */
export type FactorStatus = 'unverified' | 'verified';
