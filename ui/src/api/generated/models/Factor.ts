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
    id: string;
    factor_type: FactorType;
    /**
     * The owner's name for it.
     */
    friendly_name: string;
    status: FactorStatus;
    created_at: string;
    last_used_at: string | null;
};

