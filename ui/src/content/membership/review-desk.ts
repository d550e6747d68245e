/** Texts of the application dialog besides the answers: notes, viewers, similar applications and emails. */
import { grouped } from './admin';

export const reviewDesk = {
  notes: {
    title: 'Notes',
    loading: 'Loading the notes',
    failed: 'We couldn’t load the notes.',
    retry: 'Load the notes',
    field: 'Add a note',
    editField: 'Edit your note',
    hint: 'Saved as you type. All administrators can read it; the applicant never sees it.',
    tooLong: (most: number) => `Please shorten the note to ${grouped(most)} characters.`,
    saving: { none: '', saving: 'Saving…', saved: 'Saved', retrying: 'Not saved, retrying…' },
    newer:
      'You changed this note in another tab or on another device. What you typed here isn’t saved yet. The saved text is:',
    keepMine: 'Save what I typed here',
    loadNewer: 'Use the saved text',
    done: 'Done',
    edit: 'Edit',
    editOf: (when: string) => `Edit your note of ${when}`,
    remove: 'Delete',
    removeOf: (when: string) => `Delete your note of ${when}`,
    removed: 'The note was deleted.',
    removeFailed: 'We couldn’t delete the note.',
    confirm: {
      title: 'Delete this note?',
      description: 'It will be deleted for all administrators.',
      confirm: 'Delete',
      cancel: 'Keep',
    },
    you: 'You',
    /** Asked on Sign Out. */
    signOut: 'A note hasn’t been saved yet. Sign out anyway and lose it?',
  },
  viewers: (names: string) => `Also viewing: ${names}`,
  similar: {
    title: 'Similar applications',
    reasons: {
      same_person: 'Same account',
      same_name_and_birth_date: 'Same name and date of birth',
      same_phone: 'Same phone number',
    },
    submitted: 'submitted',
  },
  messages: {
    title: 'Emails to the applicant',
    templates: {
      application_submitted: 'Application received',
      application_approved: 'Application approved',
      application_rejected: 'Application rejected',
      changes_requested: 'Request for changes',
      changes_reminder: 'Reminder about the request',
    } as Readonly<Record<string, string>>,
    states: { queued: 'Waiting', sent: 'Sent', failed: 'Failed' },
    sentMeans: 'accepted by our mail host, which doesn’t report delivery',
    retry: 'Retry',
    retryOf: (mail: string) => `Send the email “${mail}” again`,
    retried: 'The email will be sent again.',
    retryFailed: 'We couldn’t queue the email again.',
  },
} as const;
