/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A new address.
 */
export type ChangeEmailRequest = {
    /**
     * The new address.
     */
    email: string;
    /**
     * Without it the session must have re-authenticated recently, as for enrolling a factor.
     */
    current_password?: string | null;
};

