/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Whether a factor is verified.
 */
export type FactorStatus = 'unverified' | 'verified';
