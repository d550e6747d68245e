/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Role } from './Role';
/**
 * The user who signed in.
 */
export type SessionUser = {
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
     * Always true, because sign-in requires a confirmed address.
     */
    email_verified: boolean;
};

