/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Which of the five password rules are met.
 */
export type PasswordRules = {
    /**
     * A lowercase letter.
     */
    lowercase: boolean;
    /**
     * An uppercase letter.
     */
    uppercase: boolean;
    /**
     * A digit.
     */
    number: boolean;
    /**
     * One of the symbols `!@#$%^&*(),.?":{}|<>`.
     */
    symbol: boolean;
    /**
     * At least 8 characters.
     */
    length: boolean;
};

