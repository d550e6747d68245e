/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Several decisions to undo.
 */
export type BulkUndoRequest = {
    /**
     * The applications, at most 100 and each once.
     */
    ids: Array<string>;
};

