/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ContactDepartment } from './ContactDepartment';
/**
 * The message is stored.
 */
export type ContactReceipt = {
    department: ContactDepartment;
};

