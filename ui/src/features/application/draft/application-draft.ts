/**
 * The application that one applicant is filling in: the only owner of its answers. Each change is kept in this tab until
 * the server has it. The stored draft is read when the page opens, when the applicant comes back to it, and before a write
 * where another device or tab may have written.
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
import { createSaveScheduler, type Outcome } from './save-scheduler';
import { clearUnsaved, readUnsaved, storeUnsaved } from './unsaved-answers';

export type DraftState = {
  /** `none` where there is nothing to save. */
  readonly saving: 'none' | 'saving' | 'saved' | 'unsaved';
  /** Unsaved answers outlive a reload. */
  readonly keptHere: boolean;
  /** The form opened with answers of an earlier visit. */
  readonly restored: boolean;
  /** The form opened before the stored draft was read. */
  readonly unread: boolean;
  /** The values that differ from a draft that another device or tab has saved. Empty where there is no conflict. */
  readonly conflicts: readonly ValueName[];
  /** Answers that cannot be saved as they are, such as too long ones. */
  readonly heldBack: readonly FieldName[];
  readonly submittedElsewhere: boolean;
};

export type ApplicationDraft = ReturnType<typeof createDraft>;

/** How long the form waits for the stored draft before it opens without it. */
const LOAD_LIMIT_MS = 3_000;
/** The applicant's return to the page does not read the draft again sooner. */
const FRESH_MS = 5_000;
/** So long after the last response a write does not read first. */
const CURRENT_MS = 30_000;

export function createDraft(userId: string) {
  const unsaved = readUnsaved(userId);
  let sync = unreadSync(unsaved.changes, unsaved.version);
  let { subject } = unsaved;
  let photo: KeptPhoto | null = null;
  let pending: PendingPhoto | null = null;
  let step: Step = 1;
  let failing = false;
  let ended = false;
  let readAt = 0;
  /** The time of the last response about the stored draft; 0 where another device or tab may have written since. */
  let currentAt = 0;
  /** Counts the writes: a read that began before one of them is outdated. */
  let writes = 0;
  /** A save is reading before it writes. */
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
  const values = () => shownValues(sync);

  /** Keeps unsaved answers in the tab and notifies the page. */
  const publish = (change: Partial<DraftState> = {}) => {
    if (ended) return;
    const { changes, saved } = sync;
    // After a reload a conflict is found again: the applicant has not accepted the version.
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

  /** The photo belongs to the form at once and is looked up in the background. */
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

  const type = (typed: Partial<DraftValues>) => {
    const { changes } = sync;
    dispatch({ type: 'typed', values: typed });
    if (JSON.stringify(changes) !== JSON.stringify(sync.changes)) scheduler.touch();
  };

  const read = async (signal?: AbortSignal) => {
    const before = writes;
    const { fields, updated_at: version } = await readDraft(signal);
    if (before !== writes) return;
    readAt = Date.now();
    currentAt = readAt;
    const found = { ...noValues, ...parseValues(fields) };
    dispatch(
      { type: 'read', values: found, version },
      { restored: state.restored || !isEmpty(found) },
    );
  };

  /** Stores these values. An empty draft is deleted. */
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
      // A page that is being left has no time for a response. After a failure a write of another device is likely, and
      // the unsaved answers are kept in this tab.
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
      // The rest is worth another attempt.
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
    /** Calls back after any change, of values too. */
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
    hasAnswers: () => !isEmpty(values()) || subject.trim() !== '' || pending !== null,
    /** Deleting what this tab keeps would lose something. */
    isUnsaved: () => isUnsaved(sync) || pending !== null || subject.trim() !== '',
    /** Closing the tab would lose something: it is neither stored nor about to be. */
    isAtRisk: () =>
      pending !== null ||
      ((failing || hasConflict() || !state.keptHere) && isUnsaved(sync)) ||
      (!state.keptHere && subject.trim() !== ''),

    /** Reads the stored draft. Resolves when the form can open, read or not. */
    load: (): Promise<unknown> => {
      publish({ restored: !isEmpty(values()) || subject !== '' });
      if (isUnsaved(sync)) scheduler.touch();
      const late = new Promise((resolve) => setTimeout(resolve, LOAD_LIMIT_MS)).then(() =>
        publish({ unread: true }),
      );
      return Promise.race([tryToRead(), late]);
    },
    /** The applicant has come back to the page: another device or tab may have written since. */
    catchUp: async (): Promise<void> => {
      if (sync.status === 'unread' || Date.now() - readAt < FRESH_MS) return;
      // Also where the read fails, or a save overtakes it.
      currentAt = 0;
      if (scheduler.isIdle()) await tryToRead();
    },
    change: (answers: Answers) => type(answers),
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
    /** Ends a conflict: `keep` saves the values shown here, `load` shows the stored ones. */
    resolve: (choice: 'keep' | 'load') => {
      dispatch({ type: choice });
      scheduler.touch();
    },
    startOver: async (): Promise<void> => {
      subject = '';
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
    /** Removes what this tab keeps, after a submission or for another user. */
    end: () => {
      ended = true;
      scheduler.pause();
      clearUnsaved();
    },
  };
}
