/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationVersion } from './ApplicationVersion';
/**
 * The earlier answers of an application, oldest first.
 */
export type ApplicationVersions = {
    /**
     * All items.
     */
    items: Array<ApplicationVersion>;
    /**
     * Always null, because the list is complete.
     */
    next_cursor: string | null;
};

