/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
import type { FieldProblem } from './FieldProblem';
import type { PasswordRules } from './PasswordRules';
/**
 * What went wrong, as `application/problem+json`.
 */
export type Problem = {
    /**
     * Always `about:blank`: `code` tells problems apart.
     */
    type: string;
    /**
     * The status in words.
     */
    title: string;
    /**
     * The HTTP status.
     */
    status: number;
    /**
     * A sentence a form may show.
     */
    detail: string;
    /**
     * `urn:request:<id>`, the id of the answer's `X-Request-Id`.
     */
    instance: string;
    /**
     * Stable and machine-readable.
     */
    code: string;
    /**
     * What is wrong with single fields, all of it at once; the first 20 where there is more.
     */
    errors?: Array<FieldProblem>;
    /**
     * Why a password is refused: `length`, `characters`, `pwned`, `context`.
     */
    reasons?: Array<string>;
    rules?: PasswordRules;
    current_status?: ApplicationStatus;
};

