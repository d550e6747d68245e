/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A stored photo.
 */
export type Headshot = {
    /**
     * The `headshot_id` for an application.
     */
    id: string;
    /**
     * The name of the file: `headshot-`, a timestamp in milliseconds and the extension.
     */
    name: string;
    /**
     * Path of the photo on this site. Anyone with the path can see the photo. With `private_photos` it expires after one to
     * two days.
     */
    headshot_url: string;
    /**
     * In pixels.
     */
    width: number;
    /**
     * In pixels.
     */
    height: number;
    /**
     * Size of the file.
     */
    bytes: number;
};

