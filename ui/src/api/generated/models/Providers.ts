/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Provider } from './Provider';
/**
 * The providers and wallets that the site is set up with.
 */
export type Providers = {
    items: Array<Provider>;
};

