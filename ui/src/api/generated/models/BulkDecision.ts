/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SkippedApplication } from './SkippedApplication';
/**
 * The outcome of a decision on several applications.
 */
export type BulkDecision = {
    /**
     * The applications that have this decision now.
     */
    decided: Array<string>;
    /**
     * The applications that this request did not change.
     */
    skipped: Array<SkippedApplication>;
    /**
     * How long the decisions can be undone, in seconds. 0 if they are final.
     */
    undo_seconds: number;
    /**
     * Until when all of these decisions can be undone. Null if there are none or they are final.
     */
    undo_until: string | null;
};

