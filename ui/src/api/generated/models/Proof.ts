/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ProofMethod } from './ProofMethod';
/**
 * How and when the user of a session proved who they are.
 */
export type Proof = {
    method: ProofMethod;
    at: string;
};

