/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FactorType } from './FactorType';
/**
 * A factor that can complete the sign-in.
 */
export type FactorChoice = {
    /**
     * The `factor_id` for `POST /auth/sessions/factor`.
     */
    id: string;
    factor_type: FactorType;
    /**
     * The owner's name for it.
     */
    friendly_name: string;
};

