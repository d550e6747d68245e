/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EmailTemplateName } from './EmailTemplateName';
/**
 * One of the names in the list of templates.
 */
export type template_name = EmailTemplateName;
