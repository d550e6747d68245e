/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A new address.
 */
export type ChangeEmailRequest = {
    email: string;
    current_password: string;
};

