/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { FieldCode } from './FieldCode';
/**
 * An error in one field.
 */
export type FieldProblem = {
    /**
     * A JSON pointer (RFC 6901) into the request body, or `/` and the name of a query parameter or header.
     */
    field: string;
    code: FieldCode;
    /**
     * A sentence to show beside the field.
     */
    detail: string;
};

