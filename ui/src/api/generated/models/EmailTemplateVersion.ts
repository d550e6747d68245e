/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A version of a template, without its HTML.
 */
export type EmailTemplateVersion = {
    /**
     * 1 for the shipped template.
     */
    version: number;
    /**
     * With placeholders.
     */
    subject: string;
    /**
     * When it was saved.
     */
    edited_at: string;
    /**
     * The administrator who saved it. Null for the shipped template and the command line.
     */
    edited_by: string | null;
    /**
     * The administrator's first and last name. Null after account deletion.
     */
    edited_by_name: string | null;
};

