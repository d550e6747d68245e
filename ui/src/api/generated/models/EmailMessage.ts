/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailState } from './EmailState';
/**
 * An email.
 */
export type EmailMessage = {
    /**
     * Identifies the email.
     */
    id: string;
    /**
     * The recipient's address, masked.
     */
    to: string;
    /**
     * The kind of email: the name of a stored template, or of an account mail.
     */
    template: string;
    state: EmailState;
    /**
     * Number of delivery attempts since it was queued or retried.
     */
    attempts: number;
    /**
     * Time of the act that caused the mail.
     */
    created_at: string;
    /**
     * Why the last attempt failed.
     */
    last_error: string | null;
};

