/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationStatus } from './ApplicationStatus';
import type { FieldProblem } from './FieldProblem';
import type { PasswordRules } from './PasswordRules';
import type { ProblemCode } from './ProblemCode';
import type { WeakReason } from './WeakReason';
/**
 * An error, as `application/problem+json` (RFC 9457).
 */
export type Problem = {
    /**
     * A path that names the code, such as `/api/problems/not_found`. Rely on `code` instead.
     */
    type: string;
    /**
     * The code in words.
     */
    title: string;
    /**
     * The HTTP status.
     */
    status: number;
    /**
     * A sentence for the user of the client.
     */
    detail: string;
    /**
     * `urn:request:` and the id in the response's `X-Request-Id`.
     */
    instance: string;
    code: ProblemCode;
    /**
     * Errors in individual fields, at most 20.
     */
    errors?: Array<FieldProblem>;
    /**
     * With `weak_password`: why the password is refused.
     */
    reasons?: Array<WeakReason>;
    /**
     * With `weak_password`: the rules that the password meets.
     */
    rules?: PasswordRules;
    /**
     * With `application_already_decided`: the decision.
     */
    current_status?: ApplicationStatus;
};

