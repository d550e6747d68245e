/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An identity to link, and its proof.
 */
export type LinkIdentityRequest = {
    /**
     * The name of the provider or chain.
     */
    provider: string;
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

