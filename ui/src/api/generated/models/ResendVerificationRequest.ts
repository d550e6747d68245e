/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ResendPurpose } from './ResendPurpose';
/**
 * Which email to send again.
 */
export type ResendVerificationRequest = {
    /**
     * The address of the sign-up, or one of the change.
     */
    email: string;
    purpose: ResendPurpose;
};

