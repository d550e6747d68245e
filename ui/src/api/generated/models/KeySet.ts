/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PublicKey } from './PublicKey';
/**
 * The keys of access tokens, the oldest first. A key is listed for at least 10 minutes before it signs.
 */
export type KeySet = {
    /**
     * The keys whose tokens are accepted, and those that will sign next.
     */
    keys: Array<PublicKey>;
};

