/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ReadinessChecks } from './ReadinessChecks';
import type { ReadyStatus } from './ReadyStatus';
/**
 * The program can do its work.
 */
export type Readiness = {
    status: ReadyStatus;
    checks: ReadinessChecks;
};

