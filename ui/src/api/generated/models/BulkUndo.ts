/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SkippedApplication } from './SkippedApplication';
/**
 * The outcome of undoing several decisions.
 */
export type BulkUndo = {
    /**
     * The applications that are pending again.
     */
    undone: Array<string>;
    /**
     * The applications that this request did not change.
     */
    skipped: Array<SkippedApplication>;
};

