/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Invitation } from './Invitation';
/**
 * The open invitations, newest first.
 */
export type InvitationList = {
    /**
     * All items.
     */
    items: Array<Invitation>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

