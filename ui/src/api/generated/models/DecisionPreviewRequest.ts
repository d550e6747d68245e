/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Decision } from './Decision';
/**
 * Applications to decide.
 */
export type DecisionPreviewRequest = {
    /**
     * The applications, at most 100 and each once.
     */
    ids: Array<string>;
    decision: Decision;
};

