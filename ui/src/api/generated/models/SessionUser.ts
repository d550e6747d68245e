/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Role } from './Role';
/**
 * The user of a session.
 */
export type SessionUser = {
    /**
     * Random id.
     */
    id: string;
    /**
     * The confirmed address.
     */
    email: string;
    /**
     * First name of the profile.
     */
    first_name: string;
    /**
     * Last name of the profile.
     */
    last_name: string;
    /**
     * The roles of this moment.
     */
    roles: Array<Role>;
    /**
     * Always true: only who confirmed the address can sign in.
     */
    email_verified: boolean;
};

