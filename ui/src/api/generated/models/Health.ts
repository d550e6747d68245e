/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { HealthStatus } from './HealthStatus';
/**
 * The program is running.
 */
export type Health = {
    status: HealthStatus;
};

