/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { StateCount } from './StateCount';
/**
 * The numbers of applications by state.
 */
export type StateCounts = {
    /**
     * All items.
     */
    items: Array<StateCount>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
    /**
     * Whether the numbers are exact. Counting stops at 10,000 applications, unless `status` is the only filter.
     */
    is_exact: boolean;
};

