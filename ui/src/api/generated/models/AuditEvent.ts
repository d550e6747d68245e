/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
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
     * Id of the user who acted. Null for the command line and anonymous visitors. The account may have been deleted.
     */
    actor_id: string | null;
    /**
     * The action as `noun.verb`.
     */
    action: string;
    /**
     * The type of the object.
     */
    target_type: string;
    /**
     * Id of the object, which may have been deleted.
     */
    target_id: string;
    /**
     * Further facts, such as a role or a reason.
     */
    detail: Record<string, string>;
};

