/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An account with a provider, or a wallet, that signs in to yours.
 */
export type Identity = {
    id: string;
    /**
     * The name of the provider or chain.
     */
    provider: string;
    /**
     * The provider's id of you, or the wallet's account.
     */
    subject: string;
    /**
     * The address that the provider told when it was linked.
     */
    email: string | null;
    linked_at: string;
};

