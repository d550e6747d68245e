/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FactorStatus } from './FactorStatus';
import type { FactorType } from './FactorType';
/**
 * A second factor.
 */
export type Factor = {
    /**
     * Identifies the factor.
     */
    id: string;
    factor_type: FactorType;
    /**
     * The owner's name for it.
     */
    friendly_name: string;
    status: FactorStatus;
    /**
     * When its enrolment started.
     */
    created_at: string;
    /**
     * When it was last used. Null if it has not been used.
     */
    last_used_at: string | null;
};

