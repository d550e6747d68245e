/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A signed message.
 */
export type WalletSignInRequest = {
    /**
     * `ethereum` or `solana`, if configured.
     */
    chain: string;
    /**
     * ERC-4361 ("Sign-In with Ethereum"; for Solana the same with its name and `Chain ID: mainnet`): `domain` and `URI` are
     * the site, `Chain ID` is the main network, `Nonce` from `POST /auth/web3/nonces`; without request id and resources.
     */
    message: string;
    /**
     * Of the whole message. Ethereum: `personal_sign` (EIP-191), `0x` and 130 hexadecimal digits. Solana: Ed25519,
     * base64url without padding.
     */
    signature: string;
};

