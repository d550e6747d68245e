/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Decision } from './Decision';
/**
 * One decision on several applications.
 */
export type BulkDecisionRequest = {
    /**
     * The applications, at most 100 and each once.
     */
    ids: Array<string>;
    decision: Decision;
    /**
     * An internal note on each application, which the applicants never see.
     */
    note?: string | null;
    /**
     * The versions of the answers that you have read, one for each id in the order of `ids`. An application whose
     * answers have changed since then is skipped.
     */
    versions?: Array<number> | null;
};

