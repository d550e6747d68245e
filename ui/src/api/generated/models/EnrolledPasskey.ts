/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What a passkey is created with.
 */
export type EnrolledPasskey = {
    id: string;
    /**
     * The challenge that the new passkey answers. A later one can be made for the same factor.
     */
    challenge_id: string;
    expires_at: string;
    /**
     * For `navigator.credentials.create`: `PublicKeyCredentialCreationOptionsJSON` (Web Authentication, level 3).
     */
    options: Record<string, any>;
};

