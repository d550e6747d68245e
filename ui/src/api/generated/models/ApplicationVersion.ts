/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationAnswers } from './ApplicationAnswers';
import type { ChangeRequest } from './ChangeRequest';
/**
 * Answers that an edit replaced.
 */
export type ApplicationVersion = {
    /**
     * 1 for the answers that were submitted.
     */
    number: number;
    fields: ApplicationAnswers;
    /**
     * Path of the photo on this site. With `private_photos` it expires after one to two days.
     */
    headshot_url: string | null;
    /**
     * When the applicant edited them.
     */
    replaced_at: string;
    change_request: ChangeRequest;
};

