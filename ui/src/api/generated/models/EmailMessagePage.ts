/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailMessage } from './EmailMessage';
/**
 * A page of the email log.
 */
export type EmailMessagePage = {
    /**
     * The entries on this page.
     */
    items: Array<EmailMessage>;
    /**
     * The `cursor` of the next page with older entries. Null if there is none.
     */
    next_cursor: string | null;
};

