/**
 * The application that an applicant is filling in. It owns the answers, and this tab stores each change until the server has
 * saved it. The saved draft is read when the page opens, when the applicant returns to it, and before a write if another
 * device or tab may have written since.
 */
import { deleteDraft, readDraft, saveDraft } from '../../../api/draft';
import { isCancelled } from '../../../api/errors';
import type { FieldName, Step } from '../../../content/membership/application-fields';
import { sessionStore } from '../../../session/browser-session';
import type { Answers } from '../answers';
import { savedPhoto, unknownPhoto, type KeptPhoto, type PendingPhoto } from '../photo/kept-photo';
import { classifyFailure } from './draft-failure';
import {
  heldBack,
  isUnsaved,
  namesOf,
  nextSync,
  savableValues,
  shownValues,
  unreadSync,
  type SyncEvent,
} from './draft-sync';
import {
  isEmpty,
  noValues,
  parseValues,
  sameValues,
  toFields,
  type DraftValues,
  type ValueName,
} from './draft-values';
import { createSaveScheduler, type Outcome } from '../../../lib/save-scheduler';
import { clearUnsaved, readUnsaved, storeUnsaved } from './unsaved-answers';

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
  /** Known once at most one is left. */
  readonly photosLeft?: number | undefined;
};

export type ApplicationDraft = ReturnType<typeof createDraft>;

/** The form opens without the saved draft after this time. */
const LOAD_LIMIT_MS = 3_000;
/** A return to the page reads the draft again only after this time. */
const FRESH_MS = 5_000;
/** For this time after a response, a write does not read first. */
const CURRENT_MS = 30_000;

export function createDraft(userId: string) {
  const unsaved = readUnsaved(userId);
  let sync = unreadSync(unsaved.changes, unsaved.version);
  let { subject } = unsaved;
  /** The answers of an earlier application. The first edit makes them part of the draft. */
  let filled: DraftValues | null = null;
  let photo: KeptPhoto | null = null;
  let pending: PendingPhoto | null = null;
  let step: Step = 1;
  let failing = false;
  let ended = false;
  let readAt = 0;
  /** The time of the last response about the saved draft; 0 if another device or tab may have written since. */
  let currentAt = 0;
  /** The number of writes. A read that began before the latest one is outdated. */
  let writes = 0;
  /** The save in progress is still reading. */
  let readsFirst = false;
  let state: DraftState = {
    saving: 'none',
    keptHere: true,
    restored: false,
    unread: false,
    conflicts: [],
    heldBack: [],
    submittedElsewhere: false,
  };
  const watchers = new Set<() => void>();

  const hasConflict = () => sync.status === 'conflict';
  const values = () => filled ?? shownValues(sync);

  /** Keeps unsaved answers in the tab and notifies the page. */
  const publish = (change: Partial<DraftState> = {}) => {
    if (ended) return;
    const { changes, saved } = sync;
    // Without a version, a reload finds the conflict again.
    const version = hasConflict() ? undefined : sync.version;
    const unsavedState = failing || hasConflict() ? 'unsaved' : 'saving';
    const next: DraftState = {
      ...state,
      ...change,
      unread: sync.status === 'unread' && (change.unread ?? state.unread),
      conflicts: hasConflict() ? namesOf(changes) : [],
      heldBack: heldBack(sync).filter((name) => name !== 'headshot_id'),
      keptHere: storeUnsaved(userId, { changes, version, subject }),
      saving: isUnsaved(sync) ? unsavedState : isEmpty(saved) ? 'none' : 'saved',
    };
    if (JSON.stringify(next) !== JSON.stringify(state)) state = next;
    watchers.forEach((watcher) => watcher());
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
    const { fields, updated_at: version, photos_left: photosLeft } = await readDraft(signal);
    if (before !== writes) return;
    readAt = Date.now();
    currentAt = readAt;
    const found = { ...noValues, ...parseValues(fields) };
    // A later read mostly finds what this tab has saved.
    const isRestored =
      !isEmpty(found) && (sync.status === 'unread' || !sameValues(found, sync.saved));
    // Another device or tab has begun a draft.
    if (!isEmpty(found)) filled = null;
    dispatch(
      { type: 'read', values: found, version },
      { restored: state.restored || isRestored, photosLeft },
    );
  };

  /** Deletes an empty draft. */
  const write = async (next: DraftValues, signal: AbortSignal) => {
    writes += 1;
    dispatch({ type: 'sent', values: next });
    const version = isEmpty(next)
      ? await deleteDraft(signal).then(() => null)
      : (await saveDraft({ fields: toFields(next), step }, signal)).updated_at;
    currentAt = Date.now();
    dispatch({ type: 'written', values: next, version });
  };

  const save = async (signal: AbortSignal, leaving: boolean): Promise<Outcome> => {
    try {
      if (sync.status === 'deleting') await write(noValues, signal);
      // A closing page has no time to wait for a response. After a failure it still reads first, because another device
      // is more likely to have written, and this tab stores the unsaved answers.
      const isCurrent =
        sync.status !== 'unread' && (leaving || Date.now() - currentAt < CURRENT_MS);
      if (!isCurrent || failing) {
        readsFirst = true;
        await read(signal).finally(() => (readsFirst = false));
      }
      const next = savableValues(sync);
      if (!hasConflict() && !sameValues(next, sync.saved)) await write(next, signal);
      failing = isUnsaved(sync) && heldBack(sync).length === namesOf(sync.changes).length;
      publish();
      return { is: 'saved' };
    } catch (cause) {
      if (isCancelled(cause)) return { is: 'failed' };
      const failure = classifyFailure(cause);
      const before = sync;
      dispatch({ type: 'refused', names: failure.fields });
      // Saves the values that were not refused.
      if (sync !== before) return save(signal, leaving);
      console.warn('The draft could not be saved.', cause);
      failing = true;
      publish({ submittedElsewhere: failure.submittedElsewhere });
      if (failure.roleLost) void sessionStore.readProfile();
      return failure.outcome;
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
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
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
      if (sync.status === 'unread' || Date.now() - readAt < FRESH_MS) return;
      // Set before the read, so that it also applies if the read fails or a save starts first.
      currentAt = 0;
      if (scheduler.isIdle()) await tryToRead();
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
    leave: () => scheduler.leave(!readsFirst),
    retryNow: scheduler.retryNow,
    pause: scheduler.pause,
    resume: () => {
      if (!ended) scheduler.resume();
    },
    /** Deletes the answers in this tab after a submission or when another user signs in. */
    end: () => {
      ended = true;
      scheduler.pause();
      clearUnsaved();
    },
  };
}
