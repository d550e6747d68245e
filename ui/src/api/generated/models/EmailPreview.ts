/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A mail as it would be sent to you.
 */
export type EmailPreview = {
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
     * Path of a page on this site that shows the HTML part, for a sandboxed frame. It needs no token, and is gone after
     * ten minutes.
     */
    preview_url: string;
};

