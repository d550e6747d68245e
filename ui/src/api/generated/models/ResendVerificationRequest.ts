/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ResendPurpose } from './ResendPurpose';
/**
 * The kind of email to resend.
 */
export type ResendVerificationRequest = {
    /**
     * The address of the sign-up, or an address of the change.
     */
    email: string;
    purpose: ResendPurpose;
};

