/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An uploaded photo.
 */
export type Headshot = {
    id: string;
    /**
     * File name, made by the server.
     */
    name: string;
    /**
     * Root-relative address of the photo.
     */
    headshot_url: string;
    width: number;
    height: number;
    bytes: number;
};

