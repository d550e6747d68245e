/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The refresh token to exchange.
 */
export type RefreshRequest = {
    /**
     * The newest refresh token of the session.
     */
    refresh_token: string;
};

