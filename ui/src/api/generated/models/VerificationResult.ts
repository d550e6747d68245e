/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { VerificationPurpose } from './VerificationPurpose';
/**
 * What the token or code did.
 */
export type VerificationResult = {
    purpose: VerificationPurpose;
    /**
     * Always true: the address is confirmed.
     */
    verified: boolean;
};

