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
    /**
     * The version that the draft gets, another for each request; by default a random one. Name it in the next `If-Match`
     * too if a request got no response.
     */
    version?: string | null;
};

