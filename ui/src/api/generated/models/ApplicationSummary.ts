/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationMarks } from './ApplicationMarks';
import type { ApplicationStatus } from './ApplicationStatus';
import type { ChangeProgressOrNull } from './ChangeProgressOrNull';
/**
 * An application in the list, without date of birth, address and phone number.
 */
export type ApplicationSummary = {
    /**
     * Identifies the application.
     */
    id: string;
    /**
     * Null after account deletion.
     */
    first_name: string | null;
    /**
     * Null after account deletion.
     */
    last_name: string | null;
    /**
     * Null after account deletion.
     */
    email: string | null;
    /**
     * The current teaching position.
     */
    teaching_position: string;
    /**
     * The city of the postal address.
     */
    city: string;
    /**
     * As entered, without a code if it is no US state or territory.
     */
    state: string;
    /**
     * The code of a US state or territory.
     */
    state_code: string | null;
    /**
     * The first 120 characters of the teaching experience.
     */
    excerpt: string;
    status: ApplicationStatus;
    /**
     * When the applicant submitted it.
     */
    submitted_at: string;
    /**
     * When it was approved or rejected.
     */
    reviewed_at: string | null;
    /**
     * The time of the last event in its history.
     */
    changed_at: string;
    /**
     * The version of the answers: 1 for those that were submitted.
     */
    version: number;
    /**
     * The last request for changes: open, or followed by an edit. Null otherwise, and after a decision.
     */
    changes: ChangeProgressOrNull;
    /**
     * How many notes it has. Null for your own application.
     */
    notes: number | null;
    /**
     * Null for your own application.
     */
    marks: ApplicationMarks | null;
    /**
     * When you last opened it. Null before, and for your own application.
     */
    read_at: string | null;
};

