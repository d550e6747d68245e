/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Role } from './Role';
/**
 * The caller's account, profile and roles.
 */
export type CurrentUser = {
    /**
     * Random id.
     */
    id: string;
    /**
     * The confirmed address.
     */
    email: string;
    /**
     * Always true: only who confirmed the address can sign in.
     */
    email_verified: boolean;
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
     * When the address was confirmed.
     */
    created_at: string;
};

