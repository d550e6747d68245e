/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationDetail } from '../models/ApplicationDetail';
import type { ApplicationHistory } from '../models/ApplicationHistory';
import type { ApplicationMarks } from '../models/ApplicationMarks';
import type { ApplicationNote } from '../models/ApplicationNote';
import type { ApplicationNotes } from '../models/ApplicationNotes';
import type { ApplicationPage } from '../models/ApplicationPage';
import type { ApplicationSort } from '../models/ApplicationSort';
import type { ApplicationStatus } from '../models/ApplicationStatus';
import type { ApplicationVersions } from '../models/ApplicationVersions';
import type { ApplicationViewers } from '../models/ApplicationViewers';
import type { BulkDecision } from '../models/BulkDecision';
import type { BulkDecisionRequest } from '../models/BulkDecisionRequest';
import type { BulkUndo } from '../models/BulkUndo';
import type { BulkUndoRequest } from '../models/BulkUndoRequest';
import type { ChangeRequest } from '../models/ChangeRequest';
import type { ChangeRequestRequest } from '../models/ChangeRequestRequest';
import type { ChangesFilter } from '../models/ChangesFilter';
import type { DecidedApplication } from '../models/DecidedApplication';
import type { DecisionPreview } from '../models/DecisionPreview';
import type { DecisionPreviewRequest } from '../models/DecisionPreviewRequest';
import type { DecisionRequest } from '../models/DecisionRequest';
import type { ExportFormat } from '../models/ExportFormat';
import type { MarkFilter } from '../models/MarkFilter';
import type { MarkRequest } from '../models/MarkRequest';
import type { NoteRequest } from '../models/NoteRequest';
import type { Region } from '../models/Region';
import type { ReviewedApplication } from '../models/ReviewedApplication';
import type { Selection } from '../models/Selection';
import type { SelectionRequest } from '../models/SelectionRequest';
import type { SortOrder } from '../models/SortOrder';
import type { StateCounts } from '../models/StateCounts';
import type { TeamMark } from '../models/TeamMark';
import type { CancelablePromise } from '../core/CancelablePromise';
import { OpenAPI } from '../core/OpenAPI';
import { request as __request } from '../core/request';
export class ReviewService {
    /**
     * List applications
     * A page of the applications that match the filter, and the number of all applications by status.
     * @returns ApplicationPage Success.
     * @throws ApiError
     */
    public static listApplications({
        status,
        q,
        state,
        region,
        otherPlaces,
        subject,
        submittedAfter,
        submittedBefore,
        hasNotes,
        mark,
        team,
        changes,
        id,
        limit = 25,
        offset,
        cursor,
        sort,
        order,
    }: {
        /**
         * Only applications with this status.
         */
        status?: ApplicationStatus,
        /**
         * Only applications in which each of these words, in any order, occurs in the name, email address, teaching
         * position, school district, city, state or subjects, or begins a word of the experience. Case, accents and
         * apostrophes are ignored. A word of one or two characters must begin a word. A word of one character is not
         * searched in the experience.
         */
        q?: string,
        /**
         * Only applications from this state: the name or the code of a US state or territory, or another text. May be
         * repeated, and combined with `region` and `other_places`: then from any of these places.
         */
        state?: Array<string>,
        /**
         * Only applications from this region of the US Census Bureau. May be repeated.
         */
        region?: Array<Region>,
        /**
         * With `true` only applications whose state is no US state or territory.
         */
        otherPlaces?: boolean,
        /**
         * Only applications with a subject that has these words.
         */
        subject?: string,
        /**
         * Only applications submitted at this time or later.
         */
        submittedAfter?: string,
        /**
         * Only applications submitted before this time.
         */
        submittedBefore?: string,
        /**
         * Only applications about which administrators have written notes, or with `false` only the others. Your own
         * applications are left out.
         */
        hasNotes?: boolean,
        /**
         * Only applications with this mark of yours. Your own applications are left out.
         */
        mark?: MarkFilter,
        /**
         * Only applications with this sum of all marks. Your own applications are left out.
         */
        team?: TeamMark,
        /**
         * Only applications whose last request for changes has this status.
         */
        changes?: ChangesFilter,
        /**
         * Only these applications, at most 100.
         */
        id?: Array<string>,
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
        /**
         * `name` sorts by last name, then by first name, ignoring accents and apostrophes; `status` by status, then by
         * `submitted_at`; `marks` by marks of yes less those of no, then by `submitted_at`, without your own
         * applications.
         */
        sort?: ApplicationSort,
        /**
         * Ascending or descending.
         */
        order?: SortOrder,
    }): CancelablePromise<ApplicationPage> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications',
            query: {
                'status': status,
                'q': q,
                'state': state,
                'region': region,
                'other_places': otherPlaces,
                'subject': subject,
                'submitted_after': submittedAfter,
                'submitted_before': submittedBefore,
                'has_notes': hasNotes,
                'mark': mark,
                'team': team,
                'changes': changes,
                'id': id,
                'limit': limit,
                'offset': offset,
                'cursor': cursor,
                'sort': sort,
                'order': order,
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
     * Count applications by state
     * The numbers of applications by US state or territory that match the filter, the largest sum first.
     * @returns StateCounts Success.
     * @throws ApiError
     */
    public static countApplicationsByState({
        status,
        q,
        subject,
        submittedAfter,
        submittedBefore,
        hasNotes,
        mark,
        team,
        changes,
    }: {
        /**
         * Only applications with this status.
         */
        status?: ApplicationStatus,
        /**
         * Only applications in which each of these words, in any order, occurs in the name, email address, teaching
         * position, school district, city, state or subjects, or begins a word of the experience. Case, accents and
         * apostrophes are ignored. A word of one or two characters must begin a word. A word of one character is not
         * searched in the experience.
         */
        q?: string,
        /**
         * Only applications with a subject that has these words.
         */
        subject?: string,
        /**
         * Only applications submitted at this time or later.
         */
        submittedAfter?: string,
        /**
         * Only applications submitted before this time.
         */
        submittedBefore?: string,
        /**
         * Only applications about which administrators have written notes, or with `false` only the others. Your own
         * applications are left out.
         */
        hasNotes?: boolean,
        /**
         * Only applications with this mark of yours. Your own applications are left out.
         */
        mark?: MarkFilter,
        /**
         * Only applications with this sum of all marks. Your own applications are left out.
         */
        team?: TeamMark,
        /**
         * Only applications whose last request for changes has this status.
         */
        changes?: ChangesFilter,
    }): CancelablePromise<StateCounts> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications/states',
            query: {
                'status': status,
                'q': q,
                'subject': subject,
                'submitted_after': submittedAfter,
                'submitted_before': submittedBefore,
                'has_notes': hasNotes,
                'mark': mark,
                'team': team,
                'changes': changes,
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
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Approve or reject an application
     * Approval makes the applicant a member. You can undo the decision for `undo_seconds`. Afterwards it is final, and the
     * applicant is notified by email.
     * @returns DecidedApplication Success.
     * @throws ApiError
     */
    public static decideApplication({
        id,
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        requestBody: DecisionRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<DecidedApplication> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/{id}/decision',
            path: {
                'id': id,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
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
                409: `- \`application_already_decided\`: This application was already decided.
                - \`own_application\`: You cannot decide on your own application.`,
                412: `\`version_conflict\`: This has changed in the meantime. Please reload it.`,
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
     * Undo a decision
     * The application is pending again, the applicant gets no mail, and has the same roles as before. Possible for the
     * administrator who decided, within `undo_seconds` of the decision. Undoing a decision again has no effect.
     * @returns ApplicationDetail Success.
     * @throws ApiError
     */
    public static undoDecision({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ApplicationDetail> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/{id}/decision/undo',
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
                409: `- \`undo_expired\`: This decision can no longer be undone.
                - \`applied_again\`: The applicant has submitted another application.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Approve or reject several applications
     * Each application is decided separately. Applications that cannot be decided are skipped. After a fault the rest is
     * skipped with the code `unavailable`. Repeat the request with the same `Idempotency-Key` to decide the rest, or if
     * the response is lost: what the first request decided has its present state in the response.
     * @returns BulkDecision Success.
     * @throws ApiError
     */
    public static decideApplications({
        requestBody,
        idempotencyKey,
    }: {
        requestBody: BulkDecisionRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<BulkDecision> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/decisions',
            headers: {
                'Idempotency-Key': idempotencyKey,
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
     * Preview a decision on several applications
     * Who would get an email, the first of these emails, and what would be skipped. Nothing is decided.
     * @returns DecisionPreview Success.
     * @throws ApiError
     */
    public static previewDecisions({
        requestBody,
    }: {
        requestBody: DecisionPreviewRequest,
    }): CancelablePromise<DecisionPreview> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/decisions/preview',
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
     * Undo several decisions
     * Each decision is undone separately. Decisions that cannot be undone are skipped.
     * @returns BulkUndo Success.
     * @throws ApiError
     */
    public static undoDecisions({
        requestBody,
    }: {
        requestBody: BulkUndoRequest,
    }): CancelablePromise<BulkUndo> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/decisions/undo',
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
     * Review an application
     * An application without date of birth, address and phone number. The access is logged as `application.reviewed`, and that by
     * `get_application` as `application.read`. `read_at` in the list is the time of the last call.
     * @returns ReviewedApplication Success.
     * @throws ApiError
     */
    public static reviewApplication({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ReviewedApplication> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications/{id}',
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
    /**
     * Get the history of an application
     * Its submission, decisions, undone decisions, requests for changes and edits with actor and time. The access is
     * logged. Administrators cannot see the history of their own application.
     * @returns ApplicationHistory Success.
     * @throws ApiError
     */
    public static getApplicationHistory({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ApplicationHistory> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications/{id}/history',
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
                409: `\`own_application\`: You cannot decide on your own application.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Export applications
     * A file of all applications that match the filter, read in one snapshot. The header row names the columns: the
     * members of `ApplicationDetail` without `user_id`, `headshot_id`, `note` and `decided_by`, then the columns
     * requested by `include_note` and `include_reviewer`. Find columns by name, because a release may add some. List
     * items are separated by `; `. The export is logged. An administrator can run one export at a time. It is aborted if the
     * session ends, you lose the administrator role, or you read less than 16 KiB a second. With `private_photos` the address of
     * the application in the dashboard replaces that of its photo.
     *
     * - `csv` is UTF-8 (RFC 4180). Null is empty. To prevent formula injection, an apostrophe precedes every value that
     * begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or a line break. If the transfer is aborted
     * before its last chunk, the file is incomplete.
     * - `xlsx` is an Excel workbook with one sheet. The header row has headings for readers, such as `First name`. `State (code)`
     * is the code of a US state or territory, and `Photo` the whole address. Times are in UTC, and times and dates are
     * Excel's dates, but text before March 1900. All other cells are text. The response begins when the workbook is complete, which takes seconds for 100,000 applications.
     * It holds at most 1,048,575 applications.
     * @returns string Success.
     * @throws ApiError
     */
    public static exportApplications({
        id,
        status,
        q,
        state,
        region,
        otherPlaces,
        subject,
        submittedAfter,
        submittedBefore,
        hasNotes,
        mark,
        team,
        changes,
        sort,
        order,
        format,
        bom = false,
        includeNote = false,
        includeReviewer = false,
    }: {
        /**
         * Only these applications, at most 100.
         */
        id?: Array<string>,
        /**
         * Only applications with this status.
         */
        status?: ApplicationStatus,
        /**
         * Only applications in which each of these words, in any order, occurs in the name, email address, teaching
         * position, school district, city, state or subjects, or begins a word of the experience. Case, accents and
         * apostrophes are ignored. A word of one or two characters must begin a word. A word of one character is not
         * searched in the experience.
         */
        q?: string,
        /**
         * Only applications from this state: the name or the code of a US state or territory, or another text. May be
         * repeated, and combined with `region` and `other_places`: then from any of these places.
         */
        state?: Array<string>,
        /**
         * Only applications from this region of the US Census Bureau. May be repeated.
         */
        region?: Array<Region>,
        /**
         * With `true` only applications whose state is no US state or territory.
         */
        otherPlaces?: boolean,
        /**
         * Only applications with a subject that has these words.
         */
        subject?: string,
        /**
         * Only applications submitted at this time or later.
         */
        submittedAfter?: string,
        /**
         * Only applications submitted before this time.
         */
        submittedBefore?: string,
        /**
         * Only applications about which administrators have written notes, or with `false` only the others. Your own
         * applications are left out.
         */
        hasNotes?: boolean,
        /**
         * Only applications with this mark of yours. Your own applications are left out.
         */
        mark?: MarkFilter,
        /**
         * Only applications with this sum of all marks. Your own applications are left out.
         */
        team?: TeamMark,
        /**
         * Only applications whose last request for changes has this status.
         */
        changes?: ChangesFilter,
        /**
         * The sort field, as in the list.
         */
        sort?: ApplicationSort,
        /**
         * Ascending or descending.
         */
        order?: SortOrder,
        /**
         * The format of the file.
         */
        format?: ExportFormat,
        /**
         * Whether a CSV file begins with a byte-order mark, which older versions of Excel need to recognize UTF-8.
         */
        bom?: boolean,
        /**
         * Whether the column `note` has the internal note of the decision.
         */
        includeNote?: boolean,
        /**
         * Whether the column `reviewer` has the name of the administrator who decided.
         */
        includeReviewer?: boolean,
    }): CancelablePromise<string> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications/export',
            query: {
                'id': id,
                'status': status,
                'q': q,
                'state': state,
                'region': region,
                'other_places': otherPlaces,
                'subject': subject,
                'submitted_after': submittedAfter,
                'submitted_before': submittedBefore,
                'has_notes': hasNotes,
                'mark': mark,
                'team': team,
                'changes': changes,
                'sort': sort,
                'order': order,
                'format': format,
                'bom': bom,
                'include_note': includeNote,
                'include_reviewer': includeReviewer,
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
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * List the notes on an application
     * The oldest first. Administrators cannot see the notes on their own application. The access is logged at most every 15
     * minutes.
     * @returns ApplicationNotes Success.
     * @throws ApiError
     */
    public static listNotes({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ApplicationNotes> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications/{id}/notes',
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
                409: `\`own_application\`: You cannot decide on your own application.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Add a note to an application
     * Other administrators get the event `note.added`. An application can have 100 notes.
     * @returns ApplicationNote Created.
     * @throws ApiError
     */
    public static addNote({
        id,
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        requestBody: NoteRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<ApplicationNote> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/{id}/notes',
            path: {
                'id': id,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
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
                409: `- \`own_application\`: You cannot decide on your own application.
                - \`too_many_notes\`: An application can have 100 notes at most.`,
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
     * Change a note
     * Only its author can change it. Other administrators get the event `application.changed`. An edit within a minute of
     * the last logged one is not logged.
     * @returns ApplicationNote Success.
     * @throws ApiError
     */
    public static updateNote({
        id,
        noteId,
        ifMatch,
        requestBody,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        /**
         * A note on this application.
         */
        noteId: string,
        /**
         * The version that was edited, in double quotes. Required. Weak tags, lists and `*` are accepted.
         */
        ifMatch: string,
        requestBody: NoteRequest,
    }): CancelablePromise<ApplicationNote> {
        return __request(OpenAPI, {
            method: 'PATCH',
            url: '/admin/applications/{id}/notes/{note_id}',
            path: {
                'id': id,
                'note_id': noteId,
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
                - \`invalid_text\`: The text contains characters that are not allowed.`,
                428: `\`precondition_required\`: Send the version that you edited in If-Match.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Delete a note
     * Only its author can delete it. Other administrators get the event `application.changed`.
     * @returns void
     * @throws ApiError
     */
    public static deleteNote({
        id,
        noteId,
        ifMatch,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        /**
         * A note on this application.
         */
        noteId: string,
        /**
         * The version to delete, in double quotes. Without it, any version is deleted.
         */
        ifMatch?: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/admin/applications/{id}/notes/{note_id}',
            path: {
                'id': id,
                'note_id': noteId,
            },
            headers: {
                'If-Match': ifMatch,
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
                412: `\`version_conflict\`: This has changed in the meantime. Please reload it.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Announce that you view an application
     * Returns the other administrators who view it now. A viewer disappears 30 seconds after the last announcement, so
     * repeat the request every 10 seconds while the application is visible.
     * @returns ApplicationViewers Success.
     * @throws ApiError
     */
    public static announceViewing({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ApplicationViewers> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/admin/applications/{id}/viewers/me',
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
                409: `\`own_application\`: You cannot decide on your own application.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * End viewing an application
     * Call it when the application is closed or hidden.
     * @returns void
     * @throws ApiError
     */
    public static endViewing({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/admin/applications/{id}/viewers/me',
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
    /**
     * Mark an application
     * Your own opinion of a pending application. It stays when the application is decided. Other administrators see the
     * numbers of marks and get the event `application.marked`.
     * @returns ApplicationMarks Success.
     * @throws ApiError
     */
    public static markApplication({
        id,
        requestBody,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        requestBody: MarkRequest,
    }): CancelablePromise<ApplicationMarks> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/admin/applications/{id}/marks/me',
            path: {
                'id': id,
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
                409: `- \`application_already_decided\`: This application was already decided.
                - \`own_application\`: You cannot decide on your own application.`,
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
     * Take your mark away
     * No effect if you have not marked the application. Other administrators get the event `application.marked`.
     * @returns void
     * @throws ApiError
     */
    public static unmarkApplication({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/admin/applications/{id}/marks/me',
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
                409: `- \`application_already_decided\`: This application was already decided.
                - \`own_application\`: You cannot decide on your own application.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Get the selection
     * How many applications to approve, how many are approved, and how many the team wants besides. With times only
     * applications submitted within them count, for example those of this season.
     * @returns Selection Success.
     * @throws ApiError
     */
    public static getSelection({
        submittedAfter,
        submittedBefore,
    }: {
        /**
         * Only applications submitted at this time or later.
         */
        submittedAfter?: string,
        /**
         * Only applications submitted before this time.
         */
        submittedBefore?: string,
    }): CancelablePromise<Selection> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/selection',
            query: {
                'submitted_after': submittedAfter,
                'submitted_before': submittedBefore,
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
                - \`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Set the target
     * No effect if it is set already. The numbers in the response are those of all applications.
     * @returns Selection Success.
     * @throws ApiError
     */
    public static setSelection({
        ifMatch,
        requestBody,
    }: {
        /**
         * The version that was edited, in double quotes. Required. Weak tags, lists and `*` are accepted.
         */
        ifMatch: string,
        requestBody: SelectionRequest,
    }): CancelablePromise<Selection> {
        return __request(OpenAPI, {
            method: 'PUT',
            url: '/admin/selection',
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
                408: `\`request_timeout\`: The request took too long.`,
                412: `\`version_conflict\`: This has changed in the meantime. Please reload it.`,
                413: `\`payload_too_large\`: The request is too large.`,
                415: `\`unsupported_media_type\`: This media type or content encoding is not supported.`,
                422: `- \`validation_failed\`: Some fields are missing or not valid.
                - \`unknown_field\`: This field is not known.
                - \`unknown_parameter\`: This query parameter is not known.`,
                428: `\`precondition_required\`: Send the version that you edited in If-Match.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * Ask an applicant for changes
     * The applicant gets an email and can edit these fields once. An application can have one open request, and can
     * be edited 20 times.
     * @returns ChangeRequest Created.
     * @throws ApiError
     */
    public static requestChanges({
        id,
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        requestBody: ChangeRequestRequest,
        /**
         * Makes the request idempotent.
         */
        idempotencyKey?: string,
    }): CancelablePromise<ChangeRequest> {
        return __request(OpenAPI, {
            method: 'POST',
            url: '/admin/applications/{id}/change-requests',
            path: {
                'id': id,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
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
                409: `- \`application_already_decided\`: This application was already decided.
                - \`own_application\`: You cannot decide on your own application.
                - \`change_request_open\`: A request for changes is already open.
                - \`too_many_edits\`: An applicant can edit an application 20 times at most.`,
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
     * Cancel a request for changes
     * Closes an open request. Its email is not sent if it is still queued.
     * @returns void
     * @throws ApiError
     */
    public static takeBackChangeRequest({
        id,
        requestId,
    }: {
        /**
         * The id of the application.
         */
        id: string,
        /**
         * The open request.
         */
        requestId: string,
    }): CancelablePromise<void> {
        return __request(OpenAPI, {
            method: 'DELETE',
            url: '/admin/applications/{id}/change-requests/{request_id}',
            path: {
                'id': id,
                'request_id': requestId,
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
                409: `\`own_application\`: You cannot decide on your own application.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
    /**
     * List the earlier answers of an application
     * The answers that edits replaced, oldest first. `get_application` returns the current ones. The access is logged.
     * @returns ApplicationVersions Success.
     * @throws ApiError
     */
    public static listApplicationVersions({
        id,
    }: {
        /**
         * The id of the application.
         */
        id: string,
    }): CancelablePromise<ApplicationVersions> {
        return __request(OpenAPI, {
            method: 'GET',
            url: '/admin/applications/{id}/versions',
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
                409: `\`own_application\`: You cannot decide on your own application.`,
                422: `\`unknown_parameter\`: This query parameter is not known.`,
                429: `\`rate_limited\`: Too many requests. Please wait a moment and try again.`,
                500: `\`internal_error\`: Something went wrong on our side.`,
                503: `- \`busy\`: The server is busy. Please try again in a moment.
                - \`unavailable\`: The service is temporarily unavailable. Please try again in a moment.`,
            },
        });
    }
}
