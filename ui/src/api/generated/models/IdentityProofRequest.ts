/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Proof of an identity: `auth_code` and `code_verifier`, `id_token` and `nonce`, or `message` and `signature`.
 */
export type IdentityProofRequest = {
    /**
     * The code of the provider's redirect.
     */
    auth_code?: string | null;
    /**
     * The verifier of the `code_challenge`.
     */
    code_verifier?: string | null;
    /**
     * Requested with `nonce` and issued to this site within the last ten minutes.
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

