/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationAction } from './ApplicationAction';
import type { ApplicationChangeOrNull } from './ApplicationChangeOrNull';
import type { ApplicationStatus } from './ApplicationStatus';
import type { ApplicationStatusOrNull } from './ApplicationStatusOrNull';
/**
 * An event in the history of an application.
 */
export type ApplicationEvent = {
    /**
     * Identifies the event.
     */
    id: string;
    /**
     * When it happened.
     */
    created_at: string;
    action: ApplicationAction;
    /**
     * The actor: the applicant who submitted or edited the application, or an administrator.
     */
    actor_id: string;
    /**
     * The actor's first and last name. Null after account deletion.
     */
    actor_name: string | null;
    /**
     * Null for the submission.
     */
    from_status: ApplicationStatusOrNull;
    to_status: ApplicationStatus;
    /**
     * With `changed`: what happened.
     */
    change: ApplicationChangeOrNull;
};

