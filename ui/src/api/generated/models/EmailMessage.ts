/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailState } from './EmailState';
/**
 * An email.
 */
export type EmailMessage = {
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
     * How often it was tried to send it, since it was queued or retried.
     */
    attempts: number;
    /**
     * When the action that caused it happened.
     */
    queued_at: string;
    /**
     * Why the last attempt failed.
     */
    last_error: string | null;
};

