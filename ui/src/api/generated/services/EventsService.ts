/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class EventsService {
    /**
     * Stream events
     * Server-sent events. Read them with `fetch`, which can send the access token. They contain only ids and statuses:
     *
     * | event | data |
     * |---|---|
     * | `application.submitted`, `application.decided` | `{"application_id", "status"}` |
     * | `application.marked` | `{"application_id"}` |
     * | `note.added` | `{"application_id", "note_id"}` |
     * | `application.changed` | `{"application_id", "status"}`: a decision was undone, changes were requested, taken back or made, or the application was withdrawn and `status` is null; or `{"application_id", "note_id"}`: the note was changed or deleted |
     * | `role.changed` | `{"user_id", "roles"}`, the roles of the user now |
     * | `email.failed` | `{"message_id"}`, the `id` in the list of emails: the mail will not be retried |
     *
     * ```
     * event: role.changed
     * data: {"user_id": "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d", "roles": ["member"]}
     *
     * id: 1772719800000000-5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d
     * event: application.decided
     * data: {"application_id": "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d", "status": "approved"}
     * ```
     *
     * There are no events about your own application.
     *
     * If an action causes several events, only the last one has an `id`: keep the previous `id` until then. A comment
     * every 25 seconds keeps the stream alive. The stream ends when the token expires or is revoked, the session ends, you
     * lose the administrator role, the server shuts down, or you read too slowly. Reconnect with the last received `id` as
     * `Last-Event-ID`. No event of the last day is missed, but recent events may be repeated. Older events are not sent
     * again: after a longer pause, read the lists.
     * @returns string An open-ended event stream.
     * @throws ApiError
     */
    public static streamEvents({
        lastEventId,
    }: {
        /**
         * Continues after this event. Without a known id the stream starts now.
         */
        lastEventId?: string,
    }): CancelablePromise<string> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/events',
            headers: {
                'Last-Event-ID': lastEventId,
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
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
