/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Role } from './Role';
/**
 * The signed-in user.
 */
export type CurrentUser = {
    /**
     * Identifies the user.
     */
    id: string;
    /**
     * The confirmed email address.
     */
    email: string;
    /**
     * Always true, because sign-in requires a confirmed address.
     */
    email_verified: boolean;
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
     * Whether operations for administrators are refused with `second_factor_required` until you use a second factor in
     * this session.
     */
    second_factor_required: boolean;
};

