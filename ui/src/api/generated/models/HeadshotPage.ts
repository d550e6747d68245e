/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Headshot } from './Headshot';
/**
 * A page of your photos.
 */
export type HeadshotPage = {
    /**
     * The items on this page.
     */
    items: Array<Headshot>;
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

