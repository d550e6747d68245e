/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckCode } from './CheckCode';
/**
 * A part of the program that does not work.
 */
export type CheckProblem = {
    /**
     * A JSON pointer (RFC 6901) to the member of `checks`.
     */
    field: string;
    code: CheckCode;
    /**
     * The cause, for operators.
     */
    detail: string;
};

