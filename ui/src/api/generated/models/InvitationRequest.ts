/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Whom to invite.
 */
export type InvitationRequest = {
    /**
     * The address that may accept.
     */
    email: string;
};

