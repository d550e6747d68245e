/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { BrowserErrorKind } from './BrowserErrorKind';
/**
 * An error in a browser, without text that a user has entered.
 */
export type BrowserError = {
    kind: BrowserErrorKind;
    /**
     * The class of the error, such as `TypeError`. Its message is not sent, because it can quote a user's input.
     */
    name: string;
    /**
     * The pattern of the page's address. What follows `?`, `#` or `%` is dropped.
     */
    route: string;
    /**
     * The stack frames, innermost first, shortened in the same way.
     */
    frames: Array<string>;
};

