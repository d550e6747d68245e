/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SessionUser } from './SessionUser';
import type { TokenType } from './TokenType';
/**
 * The tokens of a session.
 */
export type SessionView = {
    /**
     * For the header `Authorization`.
     */
    access_token: string;
    token_type: TokenType;
    /**
     * Seconds until the access token ends.
     */
    expires_in: number;
    /**
     * When the access token ends, by the server's clock.
     */
    expires_at: string;
    /**
     * For the next refresh.
     */
    refresh_token: string;
    user: SessionUser;
};

