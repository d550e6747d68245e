/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailMessagePage } from '../models/EmailMessagePage';
import type { EmailPreview } from '../models/EmailPreview';
import type { EmailState } from '../models/EmailState';
import type { EmailTemplate } from '../models/EmailTemplate';
import type { EmailTemplateList } from '../models/EmailTemplateList';
import type { EmailTemplateName } from '../models/EmailTemplateName';
import type { EmailTemplateVersionList } from '../models/EmailTemplateVersionList';
import type { TemplateTexts } from '../models/TemplateTexts';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class EmailService {
    /**
     * List email templates
     * All templates with their texts, by name.
     * @returns EmailTemplateList Success.
     * @throws ApiError
     */
    public static listEmailTemplates(): CancelablePromise<EmailTemplateList> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/email-templates',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Get an email template
     * The template with its texts and its version.
     * @returns EmailTemplate Success.
     * @throws ApiError
     */
    public static getEmailTemplate({
        templateName,
    }: {
        /**
         * One of the names in the list of templates.
         */
        templateName: EmailTemplateName,
    }): CancelablePromise<EmailTemplate> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/email-templates/{template_name}',
            path: {
                'template_name': templateName,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Edit an email template
     * Replaces both texts and creates a new version. Earlier versions are kept. No effect if the texts are unchanged.
     * Queued mails are sent with the new texts.
     * @returns EmailTemplate Success.
     * @throws ApiError
     */
    public static updateEmailTemplate({
        templateName,
        ifMatch,
        requestBody,
    }: {
        /**
         * One of the names in the list of templates.
         */
        templateName: EmailTemplateName,
        /**
         * The version that was edited, in double quotes. Weak tags, lists and `*` are accepted.
         */
        ifMatch: string,
        requestBody: TemplateTexts,
    }): CancelablePromise<EmailTemplate> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/admin/email-templates/{template_name}',
            path: {
                'template_name': templateName,
            },
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                412: `\`version_conflict\`: This has changed in the meantime. Please reload it.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`unknown_placeholder\`: There is no such placeholder.
                - \`invalid_subject\`: The subject must be a single line.
                - \`html_rejected\`: The HTML contains something that is not allowed in an email.`,
                428: `\`precondition_required\`: Send the version that you edited in If-Match.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * List the versions of an email template
     * All versions without their HTML, the current one first.
     * @returns EmailTemplateVersionList Success.
     * @throws ApiError
     */
    public static listEmailTemplateVersions({
        templateName,
    }: {
        /**
         * One of the names in the list of templates.
         */
        templateName: EmailTemplateName,
    }): CancelablePromise<EmailTemplateVersionList> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/email-templates/{template_name}/versions',
            path: {
                'template_name': templateName,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Get a version of an email template
     * The template as it was in this version. To put it back, edit the template with its texts.
     * @returns EmailTemplate Success.
     * @throws ApiError
     */
    public static getEmailTemplateVersion({
        templateName,
        version,
    }: {
        /**
         * One of the names in the list of templates.
         */
        templateName: EmailTemplateName,
        /**
         * The number of the version.
         */
        version: number,
    }): CancelablePromise<EmailTemplate> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/email-templates/{template_name}/versions/{version}',
            path: {
                'template_name': templateName,
                'version': version,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Preview an email template
     * Renders these texts with your name, without storing them.
     * @returns EmailPreview Success.
     * @throws ApiError
     */
    public static previewEmailTemplate({
        templateName,
        requestBody,
    }: {
        /**
         * One of the names in the list of templates.
         */
        templateName: EmailTemplateName,
        requestBody: TemplateTexts,
    }): CancelablePromise<EmailPreview> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/email-templates/{template_name}/preview',
            path: {
                'template_name': templateName,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`unknown_placeholder\`: There is no such placeholder.
                - \`invalid_subject\`: The subject must be a single line.
                - \`html_rejected\`: The HTML contains something that is not allowed in an email.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Send a test mail of an email template
     * Sends a test mail with these texts to your own address, without storing them.
     * @returns string Accepted for processing.
     * @throws ApiError
     */
    public static testEmailTemplate({
        templateName,
        requestBody,
        idempotencyKey,
    }: {
        /**
         * One of the names in the list of templates.
         */
        templateName: EmailTemplateName,
        requestBody: TemplateTexts,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<string> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/email-templates/{template_name}/test',
            path: {
                'template_name': templateName,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            responseHeader: 'Idempotency-Replayed',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`idempotency_key_reused\`: This Idempotency-Key was used with another request.
                - \`unknown_placeholder\`: There is no such placeholder.
                - \`invalid_subject\`: The subject must be a single line.
                - \`html_rejected\`: The HTML contains something that is not allowed in an email.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * List emails
     * A page of the mail log, newest first. Sent mails are kept for a limited time.
     * @returns EmailMessagePage Success.
     * @throws ApiError
     */
    public static listEmailMessages({
        state,
        limit = 25,
        cursor,
    }: {
        /**
         * Only emails in this state.
         */
        state?: EmailState,
        /**
         * Maximum number of items to return.
         */
        limit?: number,
        /**
         * A `next_cursor` of the same log with the same filter.
         */
        cursor?: string,
    }): CancelablePromise<EmailMessagePage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/email-messages',
            query: {
                'state': state,
                'limit': limit,
                'cursor': cursor,
            },
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_cursor\`: This cursor does not belong to this list, filter or order.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Retry an email
     * Queues a failed email again. The `Message-ID` stays the same, so that recipients can recognize a duplicate.
     * @returns string Accepted for processing.
     * @throws ApiError
     */
    public static retryEmailMessage({
        id,
        idempotencyKey,
    }: {
        /**
         * The id of the email.
         */
        id: string,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<string> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/email-messages/{id}/retry',
            path: {
                'id': id,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            responseHeader: 'Idempotency-Replayed',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                401: `- \`authentication_required\`: Please sign in.
                - \`invalid_token\`: The access token is not valid.
                - \`token_expired\`: The access token has expired.
                - \`session_revoked\`: The session was ended. Please sign in again.
                - \`session_expired\`: The session has expired. Please sign in again.`,
                403: `- \`forbidden\`: You don't have permission to do this.
                - \`second_factor_required\`: Administrators need a second factor. Please set one up, or sign in with it.`,
                404: `\`not_found\`: There is nothing here.`,
                409: `\`conflict\`: This is not possible in the current state.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`idempotency_key_reused\`: This Idempotency-Key was used with another request.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
