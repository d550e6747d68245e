/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AccountState } from './AccountState';
import type { Role } from './Role';
/**
 * A user in the list.
 */
export type UserSummary = {
    /**
     * Identifies the user.
     */
    id: string;
    /**
     * The email address. Confirmed unless `state` is `unverified`.
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
    state: AccountState;
    /**
     * When the address was confirmed, or until then when the user signed up.
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
     * The newest application of the user. Null if there is none.
     */
    application_id: string | null;
};

