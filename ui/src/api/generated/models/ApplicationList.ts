/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApplicationCounts } from './ApplicationCounts';
import type { ApplicationSummary } from './ApplicationSummary';
/**
 * A page of the review list.
 */
export type ApplicationList = {
    /**
     * The page.
     */
    items: Array<ApplicationSummary>;
    /**
     * How many there are under the same filter.
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
    counts: ApplicationCounts;
};

