/**
 * The application that one person is filling in: the only owner of its answers. Every change waits in this tab until the
 * server has it; what the server has is read when the page opens and when somebody comes back to it.
 */
import { isCancelled } from '../../api/errors';
import type { FieldName, Step } from '../../content/membership/application-fields';
import type { Answers } from './answers';
import { judgeFailure } from './draft-failure';
import { isEmpty, noValues, sameValues, sideOf, type DraftValues } from './draft-values';
import { savedPhoto, unknownPhoto, type KeptPhoto, type PendingPhoto } from './kept-photo';
import { createSaveScheduler, type Outcome } from './save-scheduler';
import { createServerCopy } from './server-copy';
import { sessionStore } from '../../session/browser-session';
import { clearWaiting, keepWaiting, readWaiting } from './waiting-changes';

export type DraftState = {
  /** `none` where there is nothing to save. */
  readonly saving: 'none' | 'saving' | 'saved' | 'unsaved';
  /** What is not saved yet outlives a reload. */
  readonly keptHere: boolean;
  /** The form opened with answers of an earlier visit. */
  readonly restored: boolean;
  /** Earlier answers may be on the server; it has not said yet. */
  readonly unread: boolean;
  /** The saved answers to questions that were also answered here, differently. */
  readonly contested: Partial<Answers>;
  /** Answers that cannot be saved as they are, such as too long ones. */
  readonly heldBack: readonly FieldName[];
  readonly submittedElsewhere: boolean;
};

export type ApplicationDraft = ReturnType<typeof createDraft>;

/** How long the form waits for what the server has; it opens without, and gets it later. */
const PATIENCE_MS = 3_000;
/** Not read again sooner. */
const FRESH_MS = 5_000;

export function createDraft(userId: string) {
  const waiting = readWaiting(userId);
  const server = createServerCopy(sideOf(waiting.changes, 'from'));
  let values = sideOf(waiting.changes, 'to');
  let { subject } = waiting;
  let photo: KeptPhoto | null = null;
  let pending: PendingPhoto | null = null;
  let step: Step = 1;
  let troubled = false;
  let ended = false;
  /** A save still reads what it must not write over. */
  let readsFirst = false;
  /** Started over: the server's copy is to be deleted, whatever it holds. */
  let wiping = false;
  let loading: Promise<void> | null = null;
  let state: DraftState = {
    saving: 'none',
    keptHere: true,
    restored: false,
    unread: false,
    contested: waiting.contested,
    heldBack: [],
    submittedElsewhere: false,
  };
  const watchers = new Set<() => void>();
  const replacers = new Set<() => void>();

  /** Keeps what is not saved, and tells the page. */
  const settle = (change: Partial<DraftState> = {}) => {
    if (ended) return;
    const changes = server.changes(values);
    const unsaved = wiping || server.isChanged(values);
    const contested = change.contested ?? state.contested;
    const next: DraftState = {
      ...state,
      ...change,
      heldBack: server.heldBack(values),
      keptHere: keepWaiting(userId, { changes, subject, contested }),
      saving: unsaved ? (troubled ? 'unsaved' : 'saving') : server.isEmpty() ? 'none' : 'saved',
    };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    watchers.forEach((watcher) => watcher());
  };

  const change = (next: Partial<DraftValues>) => {
    const before = values;
    values = { ...values, ...next };
    if (sameValues(before, values)) return;
    scheduler.touch();
    settle();
  };

  /** Values that the person did not just type here. */
  const replace = (next: Partial<DraftValues>) => {
    change(next);
    replacers.forEach((replacer) => replacer());
  };

  const showAs = (shown: KeptPhoto | null) => {
    photo = shown;
    replacers.forEach((replacer) => replacer());
  };

  /** It belongs to the form at once, and is looked up in the background. */
  const showPhoto = () => {
    const { headshot_id: id } = values;
    if (id === (photo?.id ?? '')) return;
    showAs(id === '' ? null : unknownPhoto(id));
    if (id === '') return;
    void savedPhoto(id).then((found) => {
      if (photo?.id === id && photo.file === null) showAs(found);
    });
  };

  /** Takes in what the server has, if that is new. */
  const take = async (signal?: AbortSignal) => {
    const merged = await server.read(() => values, signal);
    if (merged === null || ended) return;
    values = merged.values;
    replacers.forEach((replacer) => replacer());
    settle({
      unread: false,
      restored: state.restored || !server.isEmpty(),
      contested: { ...state.contested, ...merged.contested },
    });
    showPhoto();
  };

  const save = async (signal: AbortSignal, leaving: boolean): Promise<Outcome> => {
    try {
      if (wiping) {
        await server.clear(signal);
        wiping = false;
        settle({ unread: false });
      }
      // What another device may have saved meanwhile must not be written over. On leaving after a quiet time there is no
      // time for that: no answer arrives. After a failure another device is likely, and this tab keeps what was typed.
      const isKnown = leaving ? server.isRead() : server.isCurrent();
      if (!isKnown || troubled) {
        readsFirst = true;
        await take(signal).finally(() => (readsFirst = false));
      }
      const written = server.write(values, step, signal);
      settle();
      await written;
      troubled = server.isHeldBack(values);
      settle();
      return { is: 'saved' };
    } catch (cause) {
      if (isCancelled(cause)) return { is: 'failed' };
      const failure = judgeFailure(cause);
      if (server.refuse(failure.fields)) return save(signal, leaving);
      console.warn('The draft could not be saved.', cause);
      troubled = true;
      settle({ submittedElsewhere: failure.submittedElsewhere });
      if (failure.roleLost) void sessionStore.readProfile();
      return failure.outcome;
    }
  };
  const scheduler = createSaveScheduler(save);

  const read = async () => {
    try {
      await take();
    } catch (cause) {
      console.warn('The draft could not be read.', cause);
      if (server.isRead()) return;
      settle({ unread: true });
      // Goes on trying.
      scheduler.touch();
    }
  };

  return {
    userId,
    state: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    /** Calls back when values changed that nobody typed here just now: to be read from the draft. */
    onReplaced: (replacer: () => void) => {
      replacers.add(replacer);
      return () => void replacers.delete(replacer);
    },
    answers: (): Answers => {
      const { headshot_id: _, ...answers } = values;
      return answers;
    },
    subject: () => subject,
    photo: () => photo,
    pending: () => pending,
    hasAnswers: () => !isEmpty(values) || subject.trim() !== '' || pending !== null,
    /** Lost if the tab is closed: neither on the server nor, as far as one can tell, about to be. */
    isAtRisk: () =>
      pending !== null ||
      ((troubled || !state.keptHere) && server.isChanged(values)) ||
      (!state.keptHere && subject.trim() !== ''),

    /** Reads what the server has. Resolves when the form can open, read or not. */
    load: (): Promise<unknown> => {
      settle({ restored: !isEmpty(values) || subject !== '' });
      if (server.isChanged(values)) scheduler.touch();
      loading ??= read().finally(() => (loading = null));
      const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => {
        if (!server.isRead()) settle({ unread: true });
      });
      return Promise.race([loading, late]);
    },
    /** Somebody has come back to the page: another device may have saved meanwhile. */
    catchUp: async (): Promise<void> => {
      if (!server.isRead() || Date.now() - server.readAt() < FRESH_MS) return;
      // Also where the reading fails, or a save overtakes it.
      server.doubt();
      if (scheduler.isIdle()) await read();
    },
    change: (answers: Answers) => change(answers),
    visit: (shown: Step) => {
      step = shown;
    },
    typeSubject: (text: string) => {
      subject = text;
      settle();
    },
    keepPhoto: (kept: KeptPhoto | null) => {
      photo = kept;
      change({ headshot_id: kept?.id ?? '' });
    },
    keepPending: (chosen: PendingPhoto | null) => {
      pending = chosen;
    },
    /** Exchanges the contested answers shown with the others. */
    exchange: () => {
      const { contested } = state;
      const shown = (Object.keys(contested) as FieldName[]).map((name) => [name, values[name]]);
      replace(contested);
      settle({ contested: Object.fromEntries(shown) as Partial<Answers> });
    },
    /** Keeps the contested answers that are shown. */
    keepShown: () => settle({ contested: {} }),
    startOver: async (): Promise<void> => {
      subject = '';
      pending = null;
      photo = null;
      wiping = true;
      replace(noValues);
      settle({ restored: false, contested: {} });
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
    /** Sent, or somebody else's turn: nothing of it stays here. */
    end: () => {
      ended = true;
      scheduler.pause();
      clearWaiting();
    },
  };
}
