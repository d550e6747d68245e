/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditAction } from './AuditAction';
/**
 * An entry of the audit log.
 */
export type AuditEvent = {
    /**
     * Identifies the entry.
     */
    id: string;
    /**
     * When the action happened.
     */
    created_at: string;
    /**
     * Id of the user who acted, or of the token of a machine. Null for the command line and anonymous visitors. The account
     * may have been deleted.
     */
    actor_id: string | null;
    /**
     * The user's name now, or the name of the token. Null without `actor_id`, and after the account was deleted.
     */
    actor_name: string | null;
    action: AuditAction;
    /**
     * The type of the object.
     */
    target_type: string;
    /**
     * Id of the object, which may have been deleted.
     */
    target_id: string;
    /**
     * The name that the user, or the applicant, has now. Null for other objects, and after the account was deleted.
     */
    target_name: string | null;
    /**
     * Further facts, such as a role or a reason.
     */
    detail: Record<string, string>;
};

