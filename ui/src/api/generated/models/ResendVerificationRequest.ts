/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { VerificationPurpose } from './VerificationPurpose';
/**
 * Who asks for another mail.
 */
export type ResendVerificationRequest = {
    /**
     * The address.
     */
    email: string;
    purpose: VerificationPurpose;
};

