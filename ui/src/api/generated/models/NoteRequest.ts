/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The text of a note.
 */
export type NoteRequest = {
    /**
     * Replaces the earlier text.
     */
    text: string;
};

