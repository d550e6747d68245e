/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationNote } from './ApplicationNote';
/**
 * The notes on an application, oldest first.
 */
export type ApplicationNotes = {
    /**
     * All items.
     */
    items: Array<ApplicationNote>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

