/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The options for creating a passkey.
 */
export type EnrolledPasskey = {
    /**
     * Identifies the new factor.
     */
    id: string;
    /**
     * The challenge for the new passkey. Another can be created for the same factor.
     */
    challenge_id: string;
    /**
     * When the challenge expires.
     */
    expires_at: string;
    /**
     * For `navigator.credentials.create`: `PublicKeyCredentialCreationOptionsJSON` (Web Authentication, level 3).
     */
    options: Record<string, any>;
};

