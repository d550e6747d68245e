/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A part of the site that does nothing unless the operator switches it on.
 */
export type Feature = 'contact' | 'newsletter' | 'users' | 'email_templates' | 'giving' | 'shop' | 'apply' | 'private_photos';
