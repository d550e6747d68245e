/**
 * The answers that an applicant changes after a request. This tab stores the changes until they are sent, so they survive
 * leaving the page, a reload and the end of the session.
 */
import type { ChangeRequest, ApplicationDetail } from '../../../api/applications';
import {
  changeableIn,
  type ChangeableName,
  changeableNames,
  changeRequests,
} from '../../../content/membership/change-requests';
import { fieldNames } from '../../../content/membership/application-fields';
import { createListeners } from '../../../lib/listeners';
import { guardUnsaved } from '../../../session/unsaved-work';
import {
  clearPersonal,
  readPersonal,
  writePersonal,
} from '../../../session/tab-storage/personal-storage';
import type { Answers } from '../answers';
import {
  noValues,
  parseValues,
  sameValue,
  type Changes,
  type DraftValues,
  type ValueName,
} from '../draft/draft-sync';
import { savedPhoto, unknownPhoto, type KeptPhoto, type PendingPhoto } from '../photo/photo';

/** The answers as sent, and what the open request allows to change. */
export type Sent = {
  readonly applicationId: string;
  readonly requestId: string;
  readonly values: DraftValues;
  readonly requested: readonly ValueName[];
  readonly photo: KeptPhoto | null;
};

type Stored = Partial<Record<'requestId' | 'changes' | 'subject', unknown>> | null;

type EditedAnswers = ReturnType<typeof createEdit>;

const nameOf = (applicationId: string) => `changes.${applicationId}`;

export function sentOf(application: ApplicationDetail, request: ChangeRequest): Sent {
  const { id, headshot_id, headshot_url: url } = application;
  const answers = fieldNames.map((name) => [name, application[name] ?? noValues[name]]);
  return {
    applicationId: id,
    requestId: request.id,
    values: { ...Object.fromEntries(answers), headshot_id: headshot_id ?? '' } as DraftValues,
    requested: changeableIn(request.fields),
    photo: headshot_id === null ? null : { ...unknownPhoto(headshot_id), url },
  };
}

function createEdit(userId: string, first: Sent) {
  const name = nameOf(first.applicationId);
  const stored = readPersonal(name, userId) as Stored;
  // The changes for an earlier request may have been sent in another tab.
  const restored = stored?.requestId === first.requestId ? stored : null;
  let sent = first;
  let changes: Changes = {};
  let subject = typeof restored?.subject === 'string' ? restored.subject : '';
  let photo = sent.photo;
  let pending: PendingPhoto | null = null;
  let isKept = true;
  let ended = false;
  const watchers = createListeners();

  const values = (): DraftValues => ({ ...sent.values, ...changes });
  const isChanged = () => Object.keys(changes).length > 0;

  const publish = () => {
    if (ended) return;
    if (!isChanged() && subject === '') {
      clearPersonal(name);
      isKept = true;
    } else {
      isKept = writePersonal(name, userId, { requestId: sent.requestId, changes, subject });
    }
    watchers.notify();
  };

  const type = (typed: Changes) => {
    const next = { ...values(), ...typed };
    const differing = sent.requested.filter((each) => !sameValue(next[each], sent.values[each]));
    changes = Object.fromEntries(differing.map((each) => [each, next[each]]));
    publish();
  };

  /** The photo that a change names, with its preview when that is found. */
  const showPhoto = () => {
    const id = values().headshot_id;
    if (id === (photo?.id ?? '')) return;
    photo = id === '' ? null : id === sent.photo?.id ? sent.photo : unknownPhoto(id);
    if (photo === null || photo === sent.photo) return;
    void savedPhoto(id).then((found) => {
      if (photo?.id !== id || photo.file !== null) return;
      photo = found;
      watchers.notify();
    });
  };

  type(parseValues(restored?.changes));
  showPhoto();

  return {
    userId,
    applicationId: sent.applicationId,
    watch: watchers.subscribe,
    answers: (): Answers => {
      const { headshot_id: _, ...answers } = values();
      return answers;
    },
    /** The same object until something changes. */
    changes: () => changes,
    change: (answers: Answers) => type(answers),
    subject: () => subject,
    typeSubject: (text: string) => {
      subject = text;
      publish();
    },
    photo: () => photo,
    isSent: (id: string) => id === sent.photo?.id,
    keepPhoto: (kept: KeptPhoto | null) => {
      photo = kept;
      type({ headshot_id: kept?.id ?? '' });
    },
    pending: () => pending,
    keepPending: (chosen: PendingPhoto | null) => {
      pending = chosen;
    },
    /** Keeps the changes when the application or the request is another one by now. */
    rebase: (next: Sent) => {
      sent = next;
      // An input that is hidden now cannot be finished.
      if (!sent.requested.includes('subjects_taught')) subject = '';
      if (!sent.requested.includes('headshot_id')) pending = null;
      type({});
      showPhoto();
    },
    isUnsent: () => isChanged() || pending !== null || subject.trim() !== '',
    /** Whether closing the tab would lose input. */
    isAtRisk: () => pending !== null || (!isKept && (isChanged() || subject.trim() !== '')),
    end: () => {
      ended = true;
      clearPersonal(name);
    },
  };
}

let edit: EditedAnswers | null = null;
let guard: ReturnType<typeof guardUnsaved> | undefined;

/** The changes of this tab. A later call adapts them to the application and the request that it gets. */
export function openEdit(userId: string, sent: Sent): EditedAnswers {
  guard ??= guardUnsaved({
    userId: () => edit?.userId,
    isUnsaved: hasUnsentChanges,
    isAtRisk: () => edit?.isAtRisk() === true,
    question: changeRequests.form.signOut,
    drop: dropEdit,
  });
  if (edit?.userId === userId && edit.applicationId === sent.applicationId) edit.rebase(sent);
  else {
    edit = createEdit(userId, sent);
    guard(true);
  }
  return edit;
}

/** Called when the changes are sent or can no longer be sent. */
export function dropEdit(): void {
  edit?.end();
  edit = null;
  guard?.(false);
}

export type Unsent = { readonly changes: Changes; readonly photo: KeptPhoto | null };

/** Ends the edit. Returns its changes, which the form of the next application shows. */
export function takeUnsent(): Unsent | null {
  if (edit === null) return null;
  const unsent = { changes: edit.changes(), photo: edit.photo() };
  dropEdit();
  return unsent;
}

/** In the order of the form. */
export const changedNames = (changes: Changes): readonly ChangeableName[] =>
  changeableNames.filter((name) => name in changes);

export const hasUnsentChanges = (): boolean => edit?.isUnsent() === true;
