/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Which of the five password rules are met.
 */
export type PasswordRules = {
    /**
     * A lower-case letter.
     */
    lowercase: boolean;
    /**
     * An upper-case letter.
     */
    uppercase: boolean;
    /**
     * A number.
     */
    number: boolean;
    /**
     * A symbol.
     */
    symbol: boolean;
    /**
     * At least 8 characters.
     */
    length: boolean;
};

