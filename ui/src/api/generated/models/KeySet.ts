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
     * All items.
     */
    items: Array<PublicKey>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

