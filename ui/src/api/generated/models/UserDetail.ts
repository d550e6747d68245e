/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Role } from './Role';
import type { UserApplication } from './UserApplication';
/**
 * A user with applications and sessions.
 */
export type UserDetail = {
    /**
     * Identifies the user.
     */
    id: string;
    /**
     * The confirmed email address.
     */
    email: string;
    /**
     * The given name.
     */
    first_name: string;
    /**
     * The family name.
     */
    last_name: string;
    /**
     * What the user may do.
     */
    roles: Array<Role>;
    /**
     * When the address was confirmed.
     */
    created_at: string;
    /**
     * When an administrator disabled the account. Null if it is enabled.
     */
    disabled_at: string | null;
    /**
     * When the user last signed in. Null if never.
     */
    last_sign_in_at: string | null;
    /**
     * Their applications, newest submitted first.
     */
    applications: Array<UserApplication>;
    /**
     * The number of their active sessions.
     */
    sessions: number;
};

