/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why a user is changed, for the audit log. The user never sees it.
 */
export type ReasonRequest = {
    reason?: string | null;
};

