/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An open invitation to become an administrator.
 */
export type Invitation = {
    /**
     * Identifies the invitation.
     */
    id: string;
    /**
     * The invited address.
     */
    email: string;
    /**
     * When it was sent.
     */
    created_at: string;
    /**
     * When its link stops working.
     */
    expires_at: string;
    /**
     * The first and last name of the administrator who sent it.
     */
    inviter_name: string;
};

