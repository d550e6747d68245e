/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * An action as `noun.verb`.
 */
export type AuditAction = 'application.submitted' | 'application.decided' | 'application.decision_undone' | 'application.changes_requested' | 'application.request_taken_back' | 'application.resubmitted' | 'application.withdrawn' | 'application.marked' | 'selection.changed' | 'application.reviewed' | 'application.read' | 'applications.exported' | 'note.added' | 'note.updated' | 'note.deleted' | 'contact_message.taken' | 'contact_message.answered' | 'contact_message.marked_as_spam' | 'contact_message.reopened' | 'newsletter.exported' | 'role.granted' | 'role.revoked' | 'user.created' | 'user.verified' | 'user.renamed' | 'user.email_changed' | 'user.email_restored' | 'user.password_changed' | 'user.exported' | 'user.deleted' | 'user.disabled' | 'user.enabled' | 'user.signed_out' | 'invitation.sent' | 'invitation.withdrawn' | 'verification.resent' | 'password.reset' | 'factor.added' | 'factor.removed' | 'factors.reset' | 'recovery_code.used' | 'recovery_codes.replaced' | 'identity.linked' | 'identity.unlinked' | 'email_template.edited' | 'email_template.tested' | 'email_message.failed' | 'email_message.retried' | 'email_message.discarded' | 'token.created' | 'token.revoked' | 'backup.started' | 'backup.finished' | 'backup.restored';
