/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The name of a template.
 */
export type EmailTemplateName = 'application_submitted' | 'application_approved' | 'application_rejected';
