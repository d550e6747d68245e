/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationField } from './ApplicationField';
import type { ChangeRequestOutcomeOrNull } from './ChangeRequestOutcomeOrNull';
import type { Requester } from './Requester';
/**
 * A request of an administrator that the applicant edit a pending application.
 */
export type ChangeRequest = {
    /**
     * Identifies the request.
     */
    id: string;
    /**
     * What the administrator asks for.
     */
    message: string;
    /**
     * The fields that the applicant can edit, in the order of the form.
     */
    fields: Array<ApplicationField>;
    /**
     * When the administrator asked.
     */
    created_at: string;
    /**
     * Null for the applicant, and after account deletion.
     */
    requested_by: Requester | null;
    /**
     * Null while the request is open.
     */
    closed_at: string | null;
    /**
     * Null while the request is open.
     */
    outcome: ChangeRequestOutcomeOrNull;
};

