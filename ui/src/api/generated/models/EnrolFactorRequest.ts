/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FactorType } from './FactorType';
/**
 * A factor to enrol.
 */
export type EnrolFactorRequest = {
    factor_type: FactorType;
    /**
     * Your name for it. Defaults to `Authenticator app` or `Passkey`.
     */
    friendly_name?: string | null;
};

