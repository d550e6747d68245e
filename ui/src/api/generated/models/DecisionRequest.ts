/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Decision } from './Decision';
/**
 * A decision on an application.
 */
export type DecisionRequest = {
    decision: Decision;
    /**
     * An internal note, which the applicant never sees.
     */
    note?: string | null;
    /**
     * The version of the answers that you have read. If it is not the current one, the application stays pending.
     */
    version?: number | null;
};

