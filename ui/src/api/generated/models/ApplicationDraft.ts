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
    /**
     * Another after every save, for `If-Match`. Only zeros without a draft.
     */
    version: string;
    /**
     * How many more photos you can upload, because each application keeps its own. With 1, the next application is the
     * last one with a new photo. With 0, choose an earlier photo or none. Only `get_draft` returns this member, and only
     * if at most one is left.
     */
    photos_left?: number;
};

