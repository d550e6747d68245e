/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationField } from './ApplicationField';
/**
 * What the applicant should change.
 */
export type ChangeRequestRequest = {
    /**
     * For the applicant, who gets it by email.
     */
    message: string;
    /**
     * The fields that the applicant can edit. Omitted or empty for all.
     */
    fields?: Array<ApplicationField> | null;
};

