/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PublicKey } from './PublicKey';
/**
 * The keys of the moment, oldest first. A key stands here for at least 10 minutes before it signs.
 */
export type KeySet = {
    keys: Array<PublicKey>;
};

