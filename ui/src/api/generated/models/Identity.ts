/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A provider account or wallet that can sign in to your account.
 */
export type Identity = {
    /**
     * Identifies the identity.
     */
    id: string;
    /**
     * The name of the provider or chain.
     */
    provider: string;
    /**
     * The provider's subject identifier, or the wallet's account.
     */
    subject: string;
    /**
     * The address that the provider reported when the identity was linked.
     */
    email: string | null;
    /**
     * When the identity was linked to your account.
     */
    created_at: string;
};

