/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A public key of access tokens.
 */
export type PublicKey = {
    /**
     * The id in the footer of the tokens it signs: a PASERK of type `k4.pid`.
     */
    kid: string;
    /**
     * The key: a PASERK of type `k4.public`.
     */
    paserk: string;
    /**
     * When it starts to sign. 1970 for the first key of a site.
     */
    not_before: string;
    /**
     * When the last token it signed expires. The year 9999 while it has no successor.
     */
    not_after: string;
};

