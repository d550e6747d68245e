/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What is wrong with one field.
 */
export type FieldProblem = {
    /**
     * JSON pointer into the request's body, or `/` and the name of a query parameter.
     */
    field: string;
    /**
     * Stable and machine-readable.
     */
    code: string;
    /**
     * A sentence a form may show beside the field.
     */
    detail: string;
};

