/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FieldProblem } from './FieldProblem';
import type { ReadinessChecks } from './ReadinessChecks';
import type { ReadyStatus } from './ReadyStatus';
/**
 * The program can do its work.
 */
export type Readiness = {
    status: ReadyStatus;
    checks: ReadinessChecks;
    /**
     * Told although every part works: `ahead` (a schema newer than the program), `late` (a slow mail host).
     */
    notes: Array<FieldProblem>;
};

