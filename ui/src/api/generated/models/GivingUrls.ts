/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where the giving buttons lead: https URLs with `{amount}`, which stands for US dollars such as 25 or 75.50.
 */
export type GivingUrls = {
    one_time: string;
    monthly: string;
    sponsor_teacher: string;
    sponsor_forum: string;
};

