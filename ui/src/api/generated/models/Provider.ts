/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ProviderKind } from './ProviderKind';
/**
 * A provider or wallet chain for sign-in.
 */
export type Provider = {
    /**
     * The name that operations take.
     */
    name: string;
    /**
     * The display name.
     */
    title: string;
    kind: ProviderKind;
};

