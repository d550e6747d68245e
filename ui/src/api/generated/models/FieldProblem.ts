/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What is wrong with one field.
 */
export type FieldProblem = {
    /**
     * A JSON pointer (RFC 6901) into the request body, or `/` and the name of a query parameter or header.
     */
    field: string;
    /**
     * Stable and machine-readable, such as `required`, `too_long` or `invalid_email`.
     */
    code: string;
    /**
     * A sentence to show beside the field.
     */
    detail: string;
};

