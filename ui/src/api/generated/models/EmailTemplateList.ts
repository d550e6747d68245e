/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailTemplate } from './EmailTemplate';
/**
 * All templates, by name.
 */
export type EmailTemplateList = {
    /**
     * All items.
     */
    items: Array<EmailTemplate>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

