/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Assurance } from './Assurance';
import type { Proof } from './Proof';
/**
 * An active session.
 */
export type OwnSession = {
    /**
     * Identifies the session.
     */
    id: string;
    /**
     * When the user signed in.
     */
    created_at: string;
    /**
     * When it was last used, to within 15 minutes.
     */
    last_used_at: string;
    /**
     * The network it was opened from: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address.
     */
    ip_prefix: string | null;
    /**
     * The `User-Agent` it was opened with, cut to 200 characters.
     */
    user_agent: string | null;
    aal: Assurance;
    /**
     * The authentication methods of the session, in order of use. Empty for sessions that are older than this member.
     */
    amr: Array<Proof>;
    /**
     * Whether this request uses the session.
     */
    current: boolean;
};

