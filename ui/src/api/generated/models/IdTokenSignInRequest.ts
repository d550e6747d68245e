/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An identity token (OpenID Connect Core 1.0, section 2).
 */
export type IdTokenSignInRequest = {
    /**
     * The `name` of the provider that issued the token.
     */
    provider: string;
    /**
     * Requested with `nonce` and issued to this site within the last ten minutes.
     */
    id_token: string;
    /**
     * From `POST /auth/nonces`.
     */
    nonce: string;
};

