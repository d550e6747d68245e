/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ProviderKind } from './ProviderKind';
/**
 * Another way in.
 */
export type Provider = {
    /**
     * For the operations that take a provider or a chain.
     */
    name: string;
    /**
     * For people.
     */
    title: string;
    kind: ProviderKind;
};

