/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What proves that an identity is yours.
 */
export type LinkIdentityRequest = {
    /**
     * Asked for with `nonce`, and issued to this site within the last ten minutes.
     */
    id_token: string;
    /**
     * From `POST /auth/nonces`.
     */
    nonce: string;
};

