/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DraftFields } from './DraftFields';
/**
 * Answers that their applicant has not submitted.
 */
export type ApplicationDraft = {
    fields: DraftFields;
    /**
     * The step of the form that was open.
     */
    step: number;
    /**
     * When the draft was last saved. Null without a draft.
     */
    updated_at: string | null;
};

