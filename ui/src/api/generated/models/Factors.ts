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
     * All items.
     */
    items: Array<Factor>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
    /**
     * Number of unused recovery codes.
     */
    recovery_codes_left: number;
};

