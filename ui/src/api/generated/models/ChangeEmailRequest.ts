/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A new address.
 */
export type ChangeEmailRequest = {
    email: string;
    /**
     * Without it your session must be fresh, as for enrolling a factor.
     */
    current_password?: string | null;
};

