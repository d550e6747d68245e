/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The number of messages by state, regardless of the filter.
 */
export type ContactMessageCounts = {
    /**
     * Messages that wait for an answer.
     */
    new: number;
    /**
     * Messages that an administrator marked as answered.
     */
    answered: number;
    /**
     * Messages that the site or an administrator took for spam.
     */
    spam: number;
};

