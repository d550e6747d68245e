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
     * Each provider and wallet chain that the site accepts.
     */
    items: Array<Provider>;
};

