/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A provider of OpenID Connect, such as a school.
 */
export type Provider = {
    /**
     * For `POST /auth/sessions/id_token`.
     */
    name: string;
    /**
     * For people.
     */
    title: string;
};

