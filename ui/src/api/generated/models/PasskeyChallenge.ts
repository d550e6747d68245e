/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A challenge for any passkey of this site.
 */
export type PasskeyChallenge = {
    /**
     * For `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON` (Web Authentication, level 3).
     */
    options: Record<string, any>;
    /**
     * When the challenge expires.
     */
    expires_at: string;
};

