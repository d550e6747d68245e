/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Subject and body of a mail.
 */
export type TemplateTexts = {
    /**
     * One line. The placeholders are `{{first_name}}` and `{{last_name}}`. Other braces are not allowed.
     */
    subject: string;
    /**
     * The same placeholders, outside of tags. Allowed are the elements p, br, h1 to h3, ul, ol, li, blockquote, strong,
     * b, em and i, a with an address that begins with `https://`, `http://`, `mailto:` or a single `/`, and the
     * attributes lang and dir. A paragraph that consists of one link is shown as a button.
     */
    html_content: string;
};

