/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The texts of one version of a template.
 */
export type EmailTemplateVersionTexts = {
    /**
     * The number of the version.
     */
    version: number;
    /**
     * With placeholders.
     */
    subject: string;
    /**
     * With placeholders.
     */
    html_content: string;
};

