/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Factor } from './Factor';
/**
 * Your factors, oldest first.
 */
export type Factors = {
    /**
     * Verified and unverified factors.
     */
    items: Array<Factor>;
    /**
     * Number of unused recovery codes.
     */
    recovery_codes_left: number;
};

