/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What proves that an identity is yours: `auth_code` and `code_verifier`, `id_token` and `nonce`, or `message` and
 * `signature`.
 */
export type LinkIdentityRequest = {
    /**
     * What came back from the provider with the browser.
     */
    auth_code?: string | null;
    /**
     * What the `code_challenge` of the way there was made of.
     */
    code_verifier?: string | null;
    /**
     * Asked for with `nonce`, and issued to this site within the last ten minutes.
     */
    id_token?: string | null;
    /**
     * From `POST /auth/nonces`.
     */
    nonce?: string | null;
    /**
     * The ERC-4361 message, as for `POST /auth/sessions/web3`.
     */
    message?: string | null;
    /**
     * The wallet's signature of the message.
     */
    signature?: string | null;
};

