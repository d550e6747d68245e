/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where the giving buttons lead: https URLs with `{amount}`, which stands for US dollars such as 25 or 75.50.
 */
export type GivingUrls = {
    /**
     * For one gift.
     */
    one_time: string;
    /**
     * For a monthly gift.
     */
    monthly: string;
    /**
     * For sponsoring a teacher.
     */
    sponsor_teacher: string;
    /**
     * For sponsoring a forum.
     */
    sponsor_forum: string;
};

