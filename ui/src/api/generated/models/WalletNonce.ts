/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * For one message.
 */
export type WalletNonce = {
    /**
     * 32 hexadecimal digits.
     */
    nonce: string;
    /**
     * Seconds until it expires.
     */
    expires_in: number;
};

