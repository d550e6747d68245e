/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The nonce of one message.
 */
export type WalletNonce = {
    /**
     * 32 hexadecimal digits.
     */
    nonce: string;
    /**
     * Seconds until the nonce expires.
     */
    expires_in: number;
};

