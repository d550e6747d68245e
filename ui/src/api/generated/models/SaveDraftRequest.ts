/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DraftFields } from './DraftFields';
/**
 * The answers to save. They replace the whole draft.
 */
export type SaveDraftRequest = {
    fields: DraftFields;
    /**
     * The step of the form that was open.
     */
    step: number;
};

