/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ContactMessageState } from './ContactMessageState';
import type { ContactSubject } from './ContactSubject';
/**
 * A message of the contact form.
 */
export type ContactMessage = {
    /**
     * Identifies the message.
     */
    id: string;
    /**
     * The writer's name.
     */
    full_name: string;
    /**
     * The address that the writer typed. Nobody has confirmed it.
     */
    email: string;
    /**
     * The writer's telephone number.
     */
    phone: string | null;
    subject: ContactSubject;
    /**
     * Plain text.
     */
    message: string;
    /**
     * Whether the writer is a current or former classroom teacher.
     */
    is_teacher: boolean;
    state: ContactMessageState;
    /**
     * When the message arrived.
     */
    received_at: string;
    /**
     * The administrator who took the message.
     */
    owner_id: string | null;
    /**
     * The owner's first and last name. Null after account deletion.
     */
    owner_name: string | null;
    /**
     * The administrator who last changed the state.
     */
    handled_by: string | null;
    /**
     * The first and last name of that administrator. Null after account deletion.
     */
    handler_name: string | null;
    /**
     * When the state last changed.
     */
    handled_at: string | null;
};

