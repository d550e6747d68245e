/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckProblem } from './CheckProblem';
import type { ProblemCode } from './ProblemCode';
/**
 * The program is not ready.
 */
export type ReadinessProblem = {
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
     * The parts that do not work.
     */
    errors?: Array<CheckProblem>;
};

