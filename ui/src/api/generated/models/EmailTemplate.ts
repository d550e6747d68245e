/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailTemplateName } from './EmailTemplateName';
/**
 * A template of a mail about applications.
 */
export type EmailTemplate = {
    template_name: EmailTemplateName;
    /**
     * With placeholders.
     */
    subject: string;
    /**
     * With placeholders. Links that begin with `/` lead to this site.
     */
    html_content: string;
    /**
     * The allowed placeholder names.
     */
    placeholders: Array<string>;
    /**
     * For `If-Match`.
     */
    version: number;
};

