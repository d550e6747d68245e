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
     * The linked provider accounts and wallets.
     */
    items: Array<Identity>;
};

