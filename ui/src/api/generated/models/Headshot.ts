/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A stored photo.
 */
export type Headshot = {
    /**
     * What `headshot_id` of an application names.
     */
    id: string;
    /**
     * `headshot-`, a timestamp and the ending.
     */
    name: string;
    /**
     * Its public address, below the site's origin.
     */
    headshot_url: string;
    /**
     * Pixels.
     */
    width: number;
    /**
     * Pixels.
     */
    height: number;
    /**
     * Size of the file.
     */
    bytes: number;
};

