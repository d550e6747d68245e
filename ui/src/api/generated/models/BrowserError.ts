/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { BrowserErrorKind } from './BrowserErrorKind';
/**
 * An error in a browser, without anything that a person wrote.
 */
export type BrowserError = {
    kind: BrowserErrorKind;
    /**
     * Its class, such as `TypeError`, and not its message, which can quote what a person wrote.
     */
    name: string;
    /**
     * The pattern of the page's address. What follows `?` or `#` is dropped.
     */
    route: string;
    /**
     * Where in the scripts it happened, the innermost call first.
     */
    frames: Array<string>;
};

