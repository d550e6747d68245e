/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Provider } from './Provider';
/**
 * The configured providers and wallet chains.
 */
export type Providers = {
    /**
     * All items.
     */
    items: Array<Provider>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

