/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ChosenByState } from './ChosenByState';
import type { SkippedApplication } from './SkippedApplication';
/**
 * What a decision on several applications would do now.
 */
export type DecisionPreview = {
    /**
     * The number of applicants who would get an email.
     */
    mails: number;
    /**
     * The subject line of the first of these emails. Null if there are none.
     */
    subject: string | null;
    /**
     * Path of a page on this site with that email, for a sandboxed frame. It needs no token and expires after ten minutes.
     */
    preview_url: string | null;
    /**
     * The number of these applications by state.
     */
    by_state: Array<ChosenByState>;
    /**
     * The applications that would be skipped.
     */
    skipped: Array<SkippedApplication>;
};

