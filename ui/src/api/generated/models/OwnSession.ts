/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A session that is not over.
 */
export type OwnSession = {
    /**
     * Random id.
     */
    id: string;
    /**
     * When the person signed in.
     */
    created_at: string;
    /**
     * When it was last used, exact to 15 minutes.
     */
    last_used_at: string;
    /**
     * The network part of the address at sign-in: IPv4 /24, IPv6 /48.
     */
    ip_prefix?: string;
    /**
     * The `User-Agent` at sign-in, cut to 200 characters.
     */
    user_agent?: string;
    /**
     * Whether it is the one that asks.
     */
    current: boolean;
};

