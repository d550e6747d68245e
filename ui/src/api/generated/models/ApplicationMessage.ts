/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailState } from './EmailState';
/**
 * An email about an application.
 */
export type ApplicationMessage = {
    /**
     * Identifies the email for `retry_email_message`.
     */
    id: string;
    /**
     * The name of the stored template.
     */
    template: string;
    state: EmailState;
    /**
     * When it was sent or failed. For a queued email, when it was queued.
     */
    at: string;
};

