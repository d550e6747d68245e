/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditEvent } from './AuditEvent';
/**
 * A page of the audit log.
 */
export type AuditEventPage = {
    /**
     * The entries on this page.
     */
    items: Array<AuditEvent>;
    /**
     * The `cursor` of the next page with older entries. Null if there is none.
     */
    next_cursor: string | null;
};

