/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The secret of a mail: the link's token, or the address and the typed code.
 */
export type RedeemVerificationRequest = {
    /**
     * What follows `#token=` in the link.
     */
    token?: string;
    /**
     * The address the mail went to, with a typed code.
     */
    email?: string;
    /**
     * The six digits of the mail.
     */
    code?: string;
};

