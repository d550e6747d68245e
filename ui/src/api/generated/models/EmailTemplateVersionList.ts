/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailTemplateVersion } from './EmailTemplateVersion';
/**
 * The versions of a template, newest first.
 */
export type EmailTemplateVersionList = {
    /**
     * All items.
     */
    items: Array<EmailTemplateVersion>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

