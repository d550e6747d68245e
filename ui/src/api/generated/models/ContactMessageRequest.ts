/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ContactSubject } from './ContactSubject';
/**
 * A message to the organization.
 */
export type ContactMessageRequest = {
    /**
     * The writer's name, without a web address.
     */
    full_name: string;
    /**
     * Where the organization can answer. No email is sent to it.
     */
    email: string;
    /**
     * The writer's telephone number.
     */
    phone?: string | null;
    subject: ContactSubject;
    /**
     * Plain text.
     */
    message: string;
    /**
     * Whether the writer is a current or former classroom teacher.
     */
    is_teacher: boolean;
    /**
     * A reference of the organization's own forms. Leave it empty.
     */
    reference?: string | null;
    /**
     * Milliseconds for which the form was open.
     */
    open_ms: number;
};

