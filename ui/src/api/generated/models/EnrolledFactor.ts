/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EnrolledApp } from './EnrolledApp';
import type { EnrolledPasskey } from './EnrolledPasskey';
/**
 * A factor that is not verified yet.
 */
export type EnrolledFactor = (EnrolledApp | EnrolledPasskey);

