/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The reason for the act, for the audit log. The user never sees it.
 */
export type RequiredReason = {
    /**
     * Recorded in the audit log. The user never sees it.
     */
    reason: string;
};

