/**
 * The application that an applicant is filling in. It owns the answers, and this tab stores each change until the server has
 * saved it. The saved draft is read when the page opens, when the applicant returns to it, and after a refused write,
 * because another device or tab has written.
 */
import { readDraft, saveDraft } from '../../../api/applications';
import { fieldsOf, isCancelled, toProblem } from '../../../api/errors';
import { application } from '../../../content/membership/application';
import type { FieldName, Step } from '../../../content/membership/application-fields';
import { createListeners } from '../../../lib/listeners';
import { type Outcome, createSaveScheduler } from '../../../lib/save-scheduler';
import { sessionStore } from '../../../session/browser-session';
import {
  clearPersonal,
  readPersonal,
  writePersonal,
} from '../../../session/tab-storage/personal-storage';
import { guardUnsaved } from '../../../session/unsaved-work';
import type { Answers } from '../answers';
import { type KeptPhoto, type PendingPhoto, savedPhoto, unknownPhoto } from '../photo/photo';
import {
  type Changes,
  type DraftValues,
  type SyncEvent,
  type ValueName,
  heldBack,
  isEmpty,
  isUnsaved,
  namesOf,
  nextSync,
  noValues,
  parseValues,
  pick,
  sameValues,
  savableValues,
  shownValues,
  toFields,
  unreadSync,
} from './draft-sync';

export type DraftState = {
  /** `none` if there is nothing to save. */
  readonly saving: 'none' | 'saving' | 'saved' | 'unsaved';
  /** Unsaved answers survive a reload. */
  readonly keptHere: boolean;
  /** The form opened with answers from an earlier visit. */
  readonly restored: boolean;
  /** The form opened before the stored draft was read. */
  readonly unread: boolean;
  /** The values that conflict with values from another device or tab. */
  readonly conflicts: readonly ValueName[];
  /** Answers that the server does not accept, such as answers above the length limit. */
  readonly heldBack: readonly FieldName[];
  readonly submittedElsewhere: boolean;
  readonly photosLeft?: number | undefined;
};

export type ApplicationDraft = ReturnType<typeof createDraft>;

/** The form opens without the saved draft after this time. */
const LOAD_LIMIT_MS = 3_000;

const STORED_AS = 'application';

type Unsaved = {
  readonly changes: Changes;
  /** What the saved draft may be, unless another device has written. */
  readonly versions: readonly string[];
  readonly subject: string;
};

function readUnsaved(userId: string): Unsaved {
  const value = readPersonal(STORED_AS, userId) as Partial<Record<keyof Unsaved, unknown>> | null;
  const { changes, versions, subject } = value ?? {};
  return {
    changes: parseValues(changes),
    versions: Array.isArray(versions) ? versions.map(String) : [],
    subject: typeof subject === 'string' ? subject : '',
  };
}

/** False if storage refuses. The answers are then only in the page's memory. */
function storeUnsaved(userId: string, unsaved: Unsaved): boolean {
  if (namesOf(unsaved.changes).length > 0 || unsaved.subject !== '') {
    return writePersonal(STORED_AS, userId, unsaved);
  }
  clearPersonal(STORED_AS);
  return true;
}

export function createDraft(userId: string) {
  const unsaved = readUnsaved(userId);
  let sync = unreadSync(unsaved.changes, unsaved.versions);
  let { subject } = unsaved;
  /** The answers of an earlier application. The first edit makes them part of the draft. */
  let filled: DraftValues | null = null;
  let photo: KeptPhoto | null = null;
  let pending: PendingPhoto | null = null;
  let step: Step = 1;
  let failing = false;
  let ended = false;
  let paused = false;
  /** The number of writes. A read that began before the latest one is outdated. */
  let writes = 0;
  let state: DraftState = {
    saving: 'none',
    keptHere: true,
    restored: false,
    unread: false,
    conflicts: [],
    heldBack: [],
    submittedElsewhere: false,
  };
  const watchers = createListeners();

  const hasConflict = () => sync.status === 'conflict';
  const values = () => filled ?? shownValues(sync);

  /** Keeps unsaved answers in the tab and notifies the page. */
  const publish = (change: Partial<DraftState> = {}) => {
    if (ended) return;
    const { changes, saved } = sync;
    // Without a version, a reload finds the conflict again.
    const versions = hasConflict() ? [] : sync.versions;
    const unsavedState = failing || hasConflict() ? 'unsaved' : 'saving';
    const next: DraftState = {
      ...state,
      ...change,
      unread: sync.status === 'unread' && (change.unread ?? state.unread),
      conflicts: hasConflict() ? namesOf(changes) : [],
      heldBack: heldBack(sync).filter((name) => name !== 'headshot_id'),
      keptHere: storeUnsaved(userId, { changes, versions, subject }),
      saving: isUnsaved(sync) ? unsavedState : isEmpty(saved) ? 'none' : 'saved',
    };
    if (JSON.stringify(next) !== JSON.stringify(state)) state = next;
    watchers.notify();
  };

  const showPhoto = (shown: KeptPhoto | null) => {
    photo = shown;
    publish();
  };

  /** Adds the saved photo immediately and looks up its preview in the background. */
  const showSavedPhoto = () => {
    const { headshot_id: id } = values();
    if (id === (photo?.id ?? '')) return;
    showPhoto(id === '' ? null : unknownPhoto(id));
    if (id === '') return;
    void savedPhoto(id).then((found) => {
      if (photo?.id === id && photo.file === null) showPhoto(found);
    });
  };

  const dispatch = (event: SyncEvent, change?: Partial<DraftState>) => {
    if (ended) return;
    sync = nextSync(sync, event);
    if (event.type !== 'typed') showSavedPhoto();
    publish(change);
  };

  const type = (edited: Partial<DraftValues>) => {
    const typed = { ...filled, ...edited };
    if (filled !== null && sameValues({ ...filled, ...edited }, filled)) return;
    filled = null;
    const { changes } = sync;
    dispatch({ type: 'typed', values: typed });
    if (JSON.stringify(changes) !== JSON.stringify(sync.changes)) scheduler.touch();
  };

  const read = async (signal?: AbortSignal) => {
    const before = writes;
    const { fields, version, photos_left: photosLeft } = await readDraft(signal);
    if (before !== writes) return;
    const found = { ...noValues, ...parseValues(fields) };
    // A later read mostly finds what this tab has saved.
    const isRestored =
      !isEmpty(found) && (sync.status === 'unread' || !sync.versions.includes(version));
    // Another device or tab has begun a draft.
    if (!isEmpty(found)) filled = null;
    dispatch(
      { type: 'read', values: found, version },
      { restored: state.restored || isRestored, photosLeft },
    );
  };

  const write = async (next: DraftValues, signal: AbortSignal) => {
    writes += 1;
    const version = crypto.randomUUID();
    const seen = sync.versions;
    dispatch({ type: 'sent', version });
    try {
      await saveDraft({ fields: toFields(next), step, version }, seen, signal);
    } catch (cause) {
      const names = refusedNames(cause);
      dispatch({ type: 'refused', values: pick(next, (name) => names.includes(name)) });
      throw cause;
    }
    dispatch({ type: 'written', values: next, version });
  };

  /** `again`: the draft was read after a refused write. */
  const save = async (signal: AbortSignal, again = false): Promise<Outcome> => {
    const before = sync.refused;
    try {
      if (sync.status === 'unread') await read(signal);
      const next = savableValues(sync);
      const isSaved = sync.versions.length === 1 && sameValues(next, sync.saved);
      if (!hasConflict() && !isSaved) await write(next, signal);
      failing = isUnsaved(sync) && heldBack(sync).length === namesOf(sync.changes).length;
      publish();
      return { is: 'saved' };
    } catch (cause) {
      if (isCancelled(cause)) return { is: 'failed' };
      // Saves the values that were not refused.
      if (sync.refused !== before) return save(signal, again);
      const { code, fault } = toProblem(cause);
      if (code === 'version_conflict' && !again) {
        const isRead = await read(signal).then(
          () => true,
          () => false,
        );
        if (isRead) return save(signal, true);
      }
      console.warn('The draft could not be saved.', cause);
      failing = true;
      // In another tab or on another device.
      const submittedElsewhere = code === 'application_pending_exists';
      publish({ submittedElsewhere });
      const isRoleLost = code === 'not_applicant';
      if (isRoleLost) void sessionStore.readProfile();
      if (submittedElsewhere || isRoleLost) return { is: 'over' };
      const seconds = fault.kind === 'limited' ? (fault.waitSeconds ?? 0) : 0;
      return { is: 'failed', waitMs: seconds * 1000 };
    }
  };
  const scheduler = createSaveScheduler(save);

  const tryToRead = async () => {
    try {
      await read();
    } catch (cause) {
      console.warn('The draft could not be read.', cause);
      publish({ unread: true });
      // A save reads first.
      if (sync.status === 'unread') scheduler.touch();
    }
  };

  return {
    userId,
    state: () => state,
    /** Calls back after each change to the state or the values. */
    watch: watchers.subscribe,
    answers: (): Answers => {
      const { headshot_id: _, ...answers } = values();
      return answers;
    },
    subject: () => subject,
    photo: () => photo,
    pending: () => pending,
    /** Not the answers of an earlier application. */
    hasAnswers: () => !isEmpty(shownValues(sync)) || subject.trim() !== '' || pending !== null,
    /** Whether deleting the answers in this tab would lose input. */
    isUnsaved: () => isUnsaved(sync) || pending !== null || subject.trim() !== '',
    /** Whether closing the tab would lose input that is neither stored nor being saved. */
    isAtRisk: () =>
      pending !== null ||
      ((failing || hasConflict() || !state.keptHere) && isUnsaved(sync)) ||
      (!state.keptHere && subject.trim() !== ''),

    /** Reads the saved draft. Resolves when the form can open, even if the read failed or takes too long. */
    load: (): Promise<unknown> => {
      publish({ restored: !isEmpty(values()) || subject !== '' });
      if (isUnsaved(sync)) scheduler.touch();
      const late = new Promise((resolve) => setTimeout(resolve, LOAD_LIMIT_MS)).then(() =>
        publish({ unread: true }),
      );
      return Promise.race([tryToRead(), late]);
    },
    /** Reads again when the applicant returns to the page, because another device or tab may have written. */
    catchUp: async (): Promise<void> => {
      // While a submission is in flight, the saved draft may be gone already.
      if (sync.status !== 'unread' && !paused) await tryToRead();
    },
    change: (answers: Answers) => type(answers),
    /** Shows the answers of an earlier application, and saves nothing. */
    fill: (answers: Answers, kept: KeptPhoto | null) => {
      filled = { ...noValues, ...answers, headshot_id: kept?.id ?? '' };
      showPhoto(kept);
    },
    visit: (shown: Step) => {
      step = shown;
    },
    typeSubject: (text: string) => {
      subject = text;
      publish();
    },
    keepPhoto: (kept: KeptPhoto | null) => {
      photo = kept;
      type({ headshot_id: kept?.id ?? '' });
    },
    keepPending: (chosen: PendingPhoto | null) => {
      pending = chosen;
    },
    /** Ends a conflict: `keep` saves the values of this tab, `load` shows the saved ones. */
    resolve: (choice: 'keep' | 'load') => {
      dispatch({ type: choice });
      scheduler.touch();
    },
    startOver: async (): Promise<void> => {
      subject = '';
      filled = null;
      pending = null;
      photo = null;
      dispatch({ type: 'start over' }, { restored: false });
      scheduler.touch();
      await scheduler.flush();
    },
    flush: scheduler.flush,
    leave: scheduler.leave,
    retryNow: scheduler.retryNow,
    pause: () => {
      paused = true;
      scheduler.pause();
    },
    resume: () => {
      paused = false;
      if (!ended) scheduler.resume();
    },
    /** Deletes the answers in this tab after a submission or when another user signs in. */
    end: () => {
      ended = true;
      scheduler.pause();
      clearPersonal(STORED_AS);
    },
  };
}

/** The values that the server refused. Pointers match the request: /fields/zip_code, /fields/subjects_taught/2. */
const refusedNames = (cause: unknown): readonly string[] =>
  fieldsOf(toProblem(cause)).map(({ field }) => field.replace(/^\/fields/, '').split('/')[1] ?? '');

let draft: ApplicationDraft | null = null;
let guard: ReturnType<typeof guardUnsaved> | undefined;

function watch(): ReturnType<typeof guardUnsaved> {
  window.addEventListener('pagehide', () => draft?.leave());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') draft?.leave();
    else void draft?.catchUp();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void draft?.catchUp();
  });
  window.addEventListener('focus', () => void draft?.catchUp());
  window.addEventListener('online', () => draft?.retryNow());
  return guardUnsaved({
    userId: () => draft?.userId,
    isUnsaved: () => draft?.isUnsaved() === true,
    isAtRisk: () => draft?.isAtRisk() === true,
    question: application.draft.signOut,
    drop: dropDraft,
    save: async () => draft?.flush(),
    pause: () => draft?.pause(),
    resume: () => draft?.resume(),
  });
}

/** The signed-in user's draft. It is saved on leaving the page, before Sign Out, and when the connection returns. */
export function openDraft(userId: string): ApplicationDraft {
  guard ??= watch();
  if (draft?.userId !== userId) {
    draft?.end();
    draft = createDraft(userId);
    guard(true);
  }
  return draft;
}

/** Called after a submission, a pressed Sign Out, or another user's sign-in. */
export function dropDraft(): void {
  draft?.end();
  draft = null;
  guard?.(false);
  clearPersonal(STORED_AS);
}

export const hasAnswers = (): boolean => draft?.hasAnswers() === true;
