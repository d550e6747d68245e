/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
/**
 * An application that the user submitted.
 */
export type UserApplication = {
    /**
     * Identifies the application.
     */
    id: string;
    status: ApplicationStatus;
};

