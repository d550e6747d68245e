/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The rendered mail, addressed to you.
 */
export type EmailPreview = {
    /**
     * The subject line with the placeholders replaced.
     */
    subject: string;
    /**
     * The HTML part.
     */
    html: string;
    /**
     * The plain-text part.
     */
    text: string;
    /**
     * Path of a page on this site with the HTML part, for a sandboxed frame. It needs no token and expires after ten
     * minutes.
     */
    preview_url: string;
};

