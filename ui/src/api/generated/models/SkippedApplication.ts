/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SkipReason } from './SkipReason';
/**
 * An application that was skipped.
 */
export type SkippedApplication = {
    /**
     * The id from the request.
     */
    id: string;
    code: SkipReason;
};

