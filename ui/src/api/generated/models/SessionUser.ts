/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Role } from './Role';
/**
 * The user of a session.
 */
export type SessionUser = {
    id: string;
    /**
     * The confirmed email address.
     */
    email: string;
    first_name: string;
    last_name: string;
    roles: Array<Role>;
    /**
     * Always true, because sign-in requires a confirmed address.
     */
    email_verified: boolean;
};

