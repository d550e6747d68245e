/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { VerificationPurpose } from './VerificationPurpose';
/**
 * Which email to send again.
 */
export type ResendVerificationRequest = {
    /**
     * The address of the sign-up.
     */
    email: string;
    purpose: VerificationPurpose;
};

