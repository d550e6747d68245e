/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A request for new tokens.
 */
export type RefreshRequest = {
    /**
     * The newest refresh token of the session.
     */
    refresh_token: string;
};

