/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * An application of a user.
 */
export type UserApplication = {
    id: string;
    status: ApplicationStatus;
};

