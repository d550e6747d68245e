/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ProofMethod } from './ProofMethod';
/**
 * An authentication method of a session and the time of its use.
 */
export type Proof = {
    method: ProofMethod;
    /**
     * When the method was used.
     */
    at: string;
};

