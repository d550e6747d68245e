/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { OwnSession } from './OwnSession';
/**
 * A page of the own sessions.
 */
export type OwnSessions = {
    /**
     * The sessions of this page.
     */
    items: Array<OwnSession>;
    /**
     * Sessions that are not over.
     */
    total: number;
    /**
     * Items of a page at most.
     */
    limit: number;
    /**
     * Items passed over.
     */
    offset: number;
};

