/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckEmail } from '../models/CheckEmail';
import type { ExportFormat } from '../models/ExportFormat';
import type { PreferencesRequest } from '../models/PreferencesRequest';
import type { SubscriberGrowth } from '../models/SubscriberGrowth';
import type { SubscriberPage } from '../models/SubscriberPage';
import type { SubscriberState } from '../models/SubscriberState';
import type { SubscriptionPreferences } from '../models/SubscriptionPreferences';
import type { SubscriptionRequest } from '../models/SubscriptionRequest';
import type { SubscriptionStatus } from '../models/SubscriptionStatus';
import type { SubscriptionToken } from '../models/SubscriptionToken';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class NewsletterService {
    /**
     * Subscribe to the newsletter
     * Mails a link that confirms the subscription, at most three at once per address. The response is the same for every
     * address.
     * @returns CheckEmail Accepted for processing.
     * @throws ApiError
     */
    public static requestSubscription({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: SubscriptionRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<CheckEmail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/newsletter/subscriptions',
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
     * Confirm a subscription
     * Takes the token of the confirmation mail, which works for seven days.
     * @returns SubscriptionStatus Success.
     * @throws ApiError
     */
    public static confirmSubscription({
        requestBody,
    }: {
        requestBody: SubscriptionToken,
    }): CancelablePromise<SubscriptionStatus> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/newsletter/confirmations',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`token_invalid\`: This link or code is wrong, was used before, or has expired.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Unsubscribe
     * Takes the token of any mail about the newsletter, which never expires. No effect if it is repeated.
     * @returns SubscriptionStatus Success.
     * @throws ApiError
     */
    public static endSubscription({
        requestBody,
    }: {
        requestBody: SubscriptionToken,
    }): CancelablePromise<SubscriptionStatus> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/newsletter/unsubscriptions',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`token_invalid\`: This link or code is wrong, was used before, or has expired.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Unsubscribe with one click
     * The URL of `List-Unsubscribe` in mails (RFC 8058). The body, which is always the same, is ignored.
     * @returns SubscriptionStatus Success.
     * @throws ApiError
     */
    public static endSubscriptionByOneClick({
        token,
    }: {
        /**
         * The token of the subscription.
         */
        token: string,
    }): CancelablePromise<SubscriptionStatus> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/newsletter/unsubscriptions/{token}',
            path: {
                'token': token,
            },
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`token_invalid\`: This link or code is wrong, was used before, or has expired.`,
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
     * Open the page of a subscription
     * For mail programs that open the URL of `List-Unsubscribe` in a browser. Changes nothing.
     * @returns void
     * @throws ApiError
     */
    public static openUnsubscription({
        token,
    }: {
        /**
         * The token of the subscription.
         */
        token: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/newsletter/unsubscriptions/{token}',
            path: {
                'token': token,
            },
            errors: {
                303: `A redirect.`,
                400: `\`malformed_request\`: The request could not be read.`,
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
     * Get the preferences of a subscription
     * A POST, so that the token is in no URL.
     * @returns SubscriptionPreferences Success.
     * @throws ApiError
     */
    public static getSubscriptionPreferences({
        requestBody,
    }: {
        requestBody: SubscriptionToken,
    }): CancelablePromise<SubscriptionPreferences> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/newsletter/preferences',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`token_invalid\`: This link or code is wrong, was used before, or has expired.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Change the preferences of a subscription
     * Replaces both.
     * @returns SubscriptionPreferences Success.
     * @throws ApiError
     */
    public static changeSubscriptionPreferences({
        requestBody,
    }: {
        requestBody: PreferencesRequest,
    }): CancelablePromise<SubscriptionPreferences> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/newsletter/preferences',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `- \`malformed_request\`: The request could not be read.
                - \`token_invalid\`: This link or code is wrong, was used before, or has expired.`,
                404: `\`not_found\`: There is nothing here.`,
                408: `\`request_timeout\`: The request took too long.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * List subscribers
     * A page of the addresses that match the filter, and the numbers of all addresses.
     * @returns SubscriberPage Success.
     * @throws ApiError
     */
    public static listSubscribers({
        state,
        q,
        limit = 25,
        offset,
        cursor,
    }: {
        /**
         * Only addresses in this state.
         */
        state?: SubscriberState,
        /**
         * Only subscribers in whose name or email address each of these words occurs, in any order. Case, accents and
         * apostrophes are ignored. A word of one or two characters must begin a word.
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
    }): CancelablePromise<SubscriberPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/newsletter/subscribers',
            query: {
                'state': state,
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
     * Export subscribers
     * A file of all current subscribers, oldest first, for a provider that sends issues. A POST to `unsubscribe_url` ends
     * the subscription (RFC 8058), and a browser opens its page. Formats, limits and quoting are those of
     * `export_applications`. The export is logged.
     * @returns string Success.
     * @throws ApiError
     */
    public static exportSubscribers({
        format,
        bom = false,
    }: {
        /**
         * The format of the file.
         */
        format?: ExportFormat,
        /**
         * Whether a CSV file begins with a byte-order mark, which older versions of Excel need to recognize UTF-8.
         */
        bom?: boolean,
    }): CancelablePromise<string> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/newsletter/subscribers/export',
            query: {
                'format': format,
                'bom': bom,
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
                - \`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Get the growth of the newsletter
     * The weeks of a year, counted from the present subscriptions: an address that subscribed again counts once.
     * @returns SubscriberGrowth Success.
     * @throws ApiError
     */
    public static getNewsletterGrowth(): CancelablePromise<SubscriberGrowth> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/newsletter/growth',
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
