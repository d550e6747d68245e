/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ContactMessage } from '../models/ContactMessage';
import type { ContactMessagePage } from '../models/ContactMessagePage';
import type { ContactMessageRequest } from '../models/ContactMessageRequest';
import type { ContactMessageState } from '../models/ContactMessageState';
import type { ContactReceipt } from '../models/ContactReceipt';
import type { ContactSubject } from '../models/ContactSubject';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class ContactService {
    /**
     * Send a message to the organization
     * The message is mailed to the department of its subject, whose reply goes to the writer.
     * @returns ContactReceipt Accepted for processing.
     * @throws ApiError
     */
    public static sendContactMessage({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: ContactMessageRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<ContactReceipt> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/contact-messages',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `\`malformed_request\`: The request could not be read.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`idempotency_key_reused\`: This Idempotency-Key was used with another request.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * List the messages of the contact form
     * A page of the messages that match the filter, the newest first, and the number of all messages by state.
     * @returns ContactMessagePage Success.
     * @throws ApiError
     */
    public static listContactMessages({
        state,
        subject,
        q,
        limit = 25,
        offset,
        cursor,
    }: {
        /**
         * Only messages in this state.
         */
        state?: ContactMessageState,
        /**
         * Only messages with this subject.
         */
        subject?: ContactSubject,
        /**
         * Only messages in which each of these words, in any order, occurs in the name, the email address or the
         * message. Case, accents and apostrophes are ignored. A word of one or two characters must begin a word.
         */
        q?: string,
        /**
         * Maximum number of items to return.
         */
        limit?: number,
        /**
         * How many items to skip. Omit it beside a `cursor`.
         */
        offset?: number,
        /**
         * Replaces `offset`: a `next_cursor` or `prev_cursor` of the same list with the same filter, `sort` and `order`.
         */
        cursor?: string,
    }): CancelablePromise<ContactMessagePage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/contact-messages',
            query: {
                'state': state,
                'subject': subject,
                'q': q,
                'limit': limit,
                'offset': offset,
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
                404: `\`not_found\`: There is nothing here.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.
                - \`invalid_cursor\`: This cursor does not belong to this list, filter or order.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Take a message
     * The caller becomes its owner. Other administrators see the name.
     * @returns ContactMessage Success.
     * @throws ApiError
     */
    public static takeContactMessage({
        id,
    }: {
        /**
         * The id of the message.
         */
        id: string,
    }): CancelablePromise<ContactMessage> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/contact-messages/{id}/owner',
            path: {
                'id': id,
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
                409: `\`conflict\`: This is not possible in the current state.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Mark a message as answered
     * Only new messages can be marked. Repeating it has no effect.
     * @returns ContactMessage Success.
     * @throws ApiError
     */
    public static answerContactMessage({
        id,
    }: {
        /**
         * The id of the message.
         */
        id: string,
    }): CancelablePromise<ContactMessage> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/contact-messages/{id}/answered',
            path: {
                'id': id,
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
                409: `\`conflict\`: This is not possible in the current state.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Mark a message as spam
     * Only new messages can be marked. Repeating it has no effect.
     * @returns ContactMessage Success.
     * @throws ApiError
     */
    public static markContactMessageAsSpam({
        id,
    }: {
        /**
         * The id of the message.
         */
        id: string,
    }): CancelablePromise<ContactMessage> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/contact-messages/{id}/spam',
            path: {
                'id': id,
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
                409: `\`conflict\`: This is not possible in the current state.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Reopen a message
     * The message is new again. One that was never mailed, because it seemed to be spam, is mailed now.
     * @returns ContactMessage Success.
     * @throws ApiError
     */
    public static reopenContactMessage({
        id,
    }: {
        /**
         * The id of the message.
         */
        id: string,
    }): CancelablePromise<ContactMessage> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/contact-messages/{id}/reopen',
            path: {
                'id': id,
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
}
