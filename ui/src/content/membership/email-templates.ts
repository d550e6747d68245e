/** Texts of the Email Templates tab. */
import { grouped } from './application';

export const emailTemplates = {
  loading: 'Loading the email templates',
  failed: 'We couldn’t load the email templates.',
  retry: 'Retry',
  caption: 'Email templates',
  columns: {
    name: 'Email',
    trigger: 'Sent',
    version: 'Version',
    actions: 'Actions',
  },
  /** By template name. */
  templates: {
    application_submitted: {
      name: 'Application received',
      trigger: 'when a teacher submits an application',
    },
    application_approved: {
      name: 'Application approved',
      trigger: 'when an administrator approves an application',
    },
    application_rejected: {
      name: 'Application rejected',
      trigger: 'when an administrator rejects an application',
    },
  },
  edit: 'Edit',
  editOf: (name: string) => `Edit the email “${name}”`,
  unsaved: 'Unsaved changes',
  missing: 'This email template doesn’t exist.',
  back: 'All email templates',
  sent: (trigger: string) => `Sent ${trigger}.`,
  shipped: '(as shipped)',
  commandLine: 'on the command line',
  by: (name: string) => `by ${name}`,
  version: (version: number) => `Version ${grouped(version)}`,
  saved: (version: number) => `Version ${grouped(version)}, saved`,
  subject: 'Subject',
  html: 'Text (HTML)',
  htmlHint:
    'Paragraphs (p), line breaks (br), headings (h1 to h3), lists (ul, ol, li), blockquote, strong, em and links. A paragraph with only a link becomes a button.',
  placeholders: {
    title: 'Placeholders',
    insert: (label: string) => `Insert ${label}`,
    /** By placeholder name. */
    known: { first_name: 'first name', last_name: 'last name' } as Readonly<Record<string, string>>,
  },
  save: 'Save',
  saving: 'Saving…',
  done: 'The email template was saved.',
  doneText: 'Emails that haven’t been sent yet use it too.',
  test: 'Send a test to me',
  testing: 'Sending…',
  tested: (email: string) => `A test email to ${email} is on its way.`,
  discard: {
    action: 'Discard changes',
    title: 'Discard your changes?',
    description: 'The field will have the saved text again.',
    confirm: 'Discard',
    cancel: 'Keep editing',
  },
  /** Asked on Sign Out. */
  signOut: 'Changes to an email template haven’t been saved. Sign out anyway and lose them?',
  preview: {
    title: 'Preview',
    note: 'With your name instead of the applicant’s.',
    sizes: { desktop: 'Desktop', phone: 'Phone', text: 'Plain text' },
    as: 'Show the preview as',
    loading: 'Loading the preview',
    frame: 'The email as it will look',
    scrolled: 'Preview of the email',
    subject: 'Subject:',
    outdated: 'The preview shows the last text without errors.',
    failed: (reason: string) => `The preview couldn’t be updated. ${reason}`,
    retry: 'Try again',
  },
  conflict: {
    title: 'Another administrator changed this email while you were editing it',
    text: 'Nothing is saved or lost yet. Compare both texts, then choose.',
    mine: 'Your text',
    theirs: (version: number) => `Saved text (version ${grouped(version)})`,
    keep: 'Keep editing mine',
    take: 'Use the saved text',
  },
  versions: {
    title: 'Versions',
    loading: 'Loading the versions',
    failed: 'We couldn’t load the versions.',
    retry: 'Load the versions',
    current: 'Current',
    compare: 'Compare',
    compareOf: (version: number) => `Compare version ${grouped(version)} with the current one`,
    loadingOne: 'Loading this version',
    failedOne: 'We couldn’t load this version.',
    now: (version: number) => `Version ${grouped(version)} (current)`,
    same: 'This version has the same subject and text as the current one.',
    putBack: (version: number) => `Put version ${grouped(version)} back`,
    confirm: (version: number) => ({
      title: `Put version ${grouped(version)} back?`,
      description:
        'Its subject and text become the newest version. All other versions stay in this list.',
      confirm: 'Put back',
      cancel: 'Cancel',
    }),
    done: (version: number) => `Version ${grouped(version)} is back.`,
    changed:
      'Another administrator has changed this email in the meantime. Close this dialog to compare again.',
  },
} as const;
