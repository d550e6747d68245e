/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DraftFields } from './DraftFields';
/**
 * An unfinished application.
 */
export type ApplicationDraft = {
    fields: DraftFields;
    /**
     * The step of the form that was open.
     */
    step: number;
    /**
     * When it was last saved; null if there is no draft.
     */
    updated_at: string | null;
};

