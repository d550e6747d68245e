/** Texts of the Audit tab. Each action of the log has a sentence. */
import { users } from './users';

/** Who acted, whom it was about, and the facts of the entry. */
export interface Told {
  who: string;
  whom: string;
  detail: Readonly<Record<string, string>>;
}

const role = ({ role: name = '' }: Told['detail']) =>
  (users.roles as Readonly<Record<string, string>>)[name] ?? name;

const decisionIn = ({ status }: Told['detail']) => (status === 'approved' ? status : 'rejected');

const about = (verb: string) => (told: Told) => `${told.who} ${verb} ${told.whom}’s application`;
const did = (what: string) => (told: Told) => `${told.who} ${what}`;

export const sentences = {
  'application.submitted': did('submitted an application'),
  'application.decided': (told) => about(decisionIn(told.detail))(told),
  'application.decision_undone': about('undid the decision on'),
  'application.changes_requested': about('asked for changes to'),
  'application.request_taken_back': about('took back the request for changes to'),
  'application.resubmitted': did('sent a changed application'),
  'application.withdrawn': did('withdrew an application'),
  'application.marked': about('marked'),
  'selection.changed': did('changed the number of applications to approve'),
  'application.reviewed': about('reviewed'),
  'application.read': about('read all answers of'),
  'applications.exported': did('exported applications'),
  'note.added': about('added a note to'),
  'note.updated': about('edited a note on'),
  'note.deleted': about('deleted a note on'),
  'contact_message.taken': did('took a contact message'),
  'contact_message.answered': did('marked a contact message as answered'),
  'contact_message.marked_as_spam': did('marked a contact message as spam'),
  'contact_message.reopened': did('reopened a contact message'),
  'newsletter.exported': did('exported newsletter subscribers'),
  'role.granted': ({ who, whom, detail }) => {
    if (detail.invitation === undefined) return `${who} granted ${whom} the role ${role(detail)}`;
    return `${who} accepted an invitation and has the role ${role(detail)}`;
  },
  'role.revoked': (told) => `${told.who} took the role ${role(told.detail)} from ${told.whom}`,
  'user.created': ({ who, whom }) => `${who} created the account of ${whom}`,
  'user.verified': did('confirmed their email address'),
  'user.renamed': did('changed their name'),
  'user.email_changed': did('changed their email address'),
  'user.email_restored': did('restored their earlier email address'),
  'user.password_changed': did('changed their password'),
  'user.exported': did('downloaded a copy of their data'),
  'user.deleted': did('deleted their account'),
  'user.disabled': ({ who, whom }) => `${who} disabled the account of ${whom}`,
  'user.enabled': ({ who, whom }) => `${who} enabled the account of ${whom}`,
  'user.signed_out': ({ who, whom }) => `${who} signed ${whom} out everywhere`,
  'invitation.sent': did('invited an administrator'),
  'invitation.withdrawn': did('withdrew the invitation of an administrator'),
  'verification.resent': did('sent a confirmation email again'),
  'password.reset': did('chose a new password by email'),
  'factor.added': did('set up a second step'),
  'factor.removed': did('removed a second step'),
  'factors.reset': ({ who, whom }) => `${who} removed the second step of ${whom}`,
  'recovery_code.used': did('signed in with a recovery code'),
  'recovery_codes.replaced': did('replaced their recovery codes'),
  'identity.linked': did('linked an account of another provider'),
  'identity.unlinked': did('unlinked an account of another provider'),
  'email_template.edited': did('edited an email template'),
  'email_template.tested': did('sent themselves a test of an email template'),
  'email_message.failed': did('failed to deliver an email'),
  'email_message.retried': did('sent a failed email again'),
  'email_message.discarded': did('discarded a failed email'),
  'token.created': did('created a token for a program'),
  'token.revoked': did('revoked the token of a program'),
  'backup.started': did('started a backup'),
  'backup.finished': did('finished a backup'),
  'backup.restored': did('restored a backup'),
} as const satisfies Readonly<Record<string, (told: Told) => string>>;

/** For the filter by action. */
const subject = 'Somebody';
const anyone = { who: subject, whom: 'a person', detail: { role: '…', status: 'rejected' } };

export const audit = {
  label: 'Filter the audit log',
  action: 'What happened',
  anyAction: 'Anything',
  /** The action as in the list of the filter: a sentence without names. */
  optionOf: (action: keyof typeof sentences) => {
    if (action === 'application.decided') return 'Decided on a person’s application';
    const sentence = sentences[action](anyone).slice(subject.length + 1);
    return sentence.replace(/^./, (first) => first.toUpperCase());
  },
  person: 'Person',
  actor: (email: string) => `Done by ${email}`,
  about: (email: string) => `About ${email}`,
  from: 'On or after',
  to: 'On or before',
  loading: 'Loading the audit log',
  failed: 'We couldn’t load the audit log.',
  empty: 'Nothing has been recorded yet.',
  noneFound: 'No entry matches.',
  more: 'Load more',
  loadingMore: 'Loading…',
  shown: (count: number) => `Showing ${count} ${count === 1 ? 'entry' : 'entries'}`,
  details: 'Details',
  detailsOf: (sentence: string) => `Details: ${sentence}`,
  reason: (reason: string) => `Reason: ${reason}`,
  server: 'The server',
  deleted: 'A deleted account',
  somebody: 'a deleted account',
  /** For an action of a newer version of the server. */
  unknown: (who: string, action: string) => `${who}: ${action}`,
} as const;
