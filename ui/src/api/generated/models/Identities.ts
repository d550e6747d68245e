/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Identity } from './Identity';
/**
 * Your identities, oldest first.
 */
export type Identities = {
    items: Array<Identity>;
};

