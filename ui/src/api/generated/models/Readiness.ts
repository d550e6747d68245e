/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckProblem } from './CheckProblem';
import type { ReadinessChecks } from './ReadinessChecks';
import type { ReadyStatus } from './ReadyStatus';
/**
 * The program is ready.
 */
export type Readiness = {
    status: ReadyStatus;
    checks: ReadinessChecks;
    /**
     * Warnings for operators: `ahead` (the schema is newer than the program), `unusable` (photos cannot be stored or
     * read), `late` (the mail host is slow), `stalled` (no process sends due mails), `paused` and `refused` (the mail
     * host refuses mail).
     */
    notes: Array<CheckProblem>;
};

