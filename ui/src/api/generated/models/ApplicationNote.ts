/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A note of an administrator on an application. The applicant never sees it.
 */
export type ApplicationNote = {
    /**
     * Identifies the note.
     */
    id: string;
    /**
     * The administrator who wrote it.
     */
    author_id: string;
    /**
     * The author's first and last name. Null after account deletion.
     */
    author_name: string | null;
    /**
     * What the author wrote, without surrounding white space.
     */
    text: string;
    /**
     * When it was first saved.
     */
    created_at: string;
    /**
     * When its text last changed.
     */
    updated_at: string;
    /**
     * Another after every change, for `If-Match`.
     */
    version: string;
};

