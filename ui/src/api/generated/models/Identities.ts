/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Identity } from './Identity';
/**
 * Your identities, oldest first.
 */
export type Identities = {
    /**
     * All items.
     */
    items: Array<Identity>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

