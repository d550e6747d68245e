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
     * Every template of the site.
     */
    items: Array<EmailTemplate>;
};

