/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { OwnSession } from './OwnSession';
/**
 * A page of your sessions.
 */
export type OwnSessions = {
    /**
     * The items on this page.
     */
    items: Array<OwnSession>;
    /**
     * How many items match the filter, on all pages together.
     */
    total: number;
    /**
     * How many items were asked for at most.
     */
    limit: number;
    /**
     * How many items were skipped.
     */
    offset: number;
};

