/** The photo of the application: uploaded when it is chosen, kept over the steps, deleted on the server by Remove. */
import { useEffect, useRef, useState } from 'react';
import { isCancelled, toProblem } from '../../api/errors';
import { deleteHeadshot, uploadHeadshot } from '../../api/headshots';
import { application } from '../../content/membership/application';
import type { ApplicationDraft } from './application-draft';
import { uploadedPhoto, type KeptPhoto, type PendingPhoto } from './kept-photo';
import { isSmall, problemOfAnswer } from './photo-problem';

export type Attempt =
  | {
      readonly is: 'uploading';
      readonly file: File;
      readonly key: string;
      /** Null while it is made smaller. */
      readonly share: number | null;
    }
  | ({ readonly is: 'failed' } & PendingPhoto)
  | { readonly is: 'removing' }
  | { readonly is: 'not-removed'; readonly message: string }
  /** The server no longer has it, and this page never had its file. */
  | { readonly is: 'lost'; readonly message: string };

export type PhotoState = {
  /** The photo that will be submitted. It is kept until its replacement is uploaded. */
  readonly kept: KeptPhoto | null;
  readonly attempt: Attempt | null;
};

export type Settled =
  | { readonly is: 'ready'; readonly headshotId: string | undefined }
  /** The person must decide first. */
  | { readonly is: 'undecided'; readonly message: string }
  /** Removed or replaced while the submission was waiting for it. */
  | { readonly is: 'changed' };

export type PhotoControl = ReturnType<typeof usePhoto>;

const gone = (cause: unknown): boolean => {
  const { status, code } = toProblem(cause);
  // A photo that an earlier application holds is not deleted, but it does not go with this one.
  return status === 404 || code === 'in_use';
};

const { problems, unsettled, notRemoved } = application.photo;

/** Abort reason of an upload whose page was left; the photo is still wanted. */
const LEFT = new DOMException('The page was left.', 'AbortError');

/** What is kept of an attempt, in case the page is left: an upload under way ends there. */
function chosenIn(attempt: Attempt | null): PendingPhoto | null {
  if (attempt?.is !== 'uploading' && attempt?.is !== 'failed') return null;
  const { file, key } = attempt;
  if (attempt.is === 'failed' && !attempt.again) return attempt;
  return { file, key, message: problems.unfinished, again: true };
}

function beforeNow(draft: ApplicationDraft): PhotoState {
  const pending = draft.pending();
  return { kept: draft.photo(), attempt: pending === null ? null : { ...pending, is: 'failed' } };
}

export function usePhoto(draft: ApplicationDraft) {
  const [state, setState] = useState(() => beforeNow(draft));
  /** The current state, for callbacks that outlive their render. */
  const latest = useRef(state);
  const upload = useRef<AbortController | null>(null);
  const underWay = useRef<Promise<void> | null>(null);
  useEffect(() => () => upload.current?.abort(LEFT), []);
  useEffect(() => {
    const show = () => {
      if (latest.current.kept === draft.photo()) return;
      latest.current = { ...latest.current, kept: draft.photo() };
      setState(latest.current);
    };
    const stop = draft.onReplaced(show);
    // What came in since the first render.
    show();
    return stop;
  }, [draft]);

  const become = (change: Partial<PhotoState>) => {
    latest.current = { ...latest.current, ...change };
    if (change.kept !== undefined) draft.keepPhoto(change.kept);
    if (change.attempt !== undefined) draft.keepPending(chosenIn(change.attempt));
    setState(latest.current);
  };

  const send = async (chosen: File, key: string) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    upload.current = leaving;
    const file = isSmall(chosen) ? chosen : await madeSmaller(chosen, key, signal);
    if (file === null) return;
    become({ attempt: { is: 'uploading', file, key, share: 0 } });
    const onProgress = (share: number) => {
      if (!signal.aborted) become({ attempt: { is: 'uploading', file, key, share } });
    };
    try {
      const headshot = await uploadHeadshot({ file, idempotencyKey: key, signal, onProgress });
      if (signal.aborted) {
        // It was uploaded after all. Delete it, unless the page was left: coming back repeats the upload with its key.
        if (signal.reason !== LEFT) discard(headshot);
        return;
      }
      const replaced = latest.current.kept;
      become({ kept: uploadedPhoto(file, headshot), attempt: null });
      if (replaced !== null) discard(replaced);
    } catch (cause) {
      if (!signal.aborted && !isCancelled(cause)) {
        become({ attempt: { is: 'failed', file, key, ...problemOfAnswer(cause) } });
      }
    }
  };

  /** Null if there is nothing to upload (any more). */
  const madeSmaller = async (
    file: File,
    key: string,
    signal: AbortSignal,
  ): Promise<File | null> => {
    become({ attempt: { is: 'uploading', file, key, share: null } });
    try {
      const { shrunk } = await import('./shrink-photo');
      const result = await shrunk(file);
      if (signal.aborted) return null;
      if (result instanceof File) return result;
      become({ attempt: { is: 'failed', file, key, ...result } });
    } catch (cause) {
      console.warn('The photo could not be prepared.', cause);
      const problem = { message: problems.unreachable, again: true };
      if (!signal.aborted) become({ attempt: { is: 'failed', file, key, ...problem } });
    }
    return null;
  };

  /** Best effort: one that stays on the server makes way for later ones. */
  const discard = ({ id }: { readonly id: string }): void => {
    deleteHeadshot(id).catch((cause: unknown) =>
      console.warn('The discarded photo could not be deleted.', cause),
    );
  };

  const choose = (file: File) => {
    // The photo that is being removed may come back, and there is one at a time.
    if (latest.current.attempt?.is === 'removing') return;
    upload.current?.abort();
    underWay.current = send(file, crypto.randomUUID());
  };

  const tryAgain = () => {
    const { attempt } = latest.current;
    if (attempt?.is === 'failed') underWay.current = send(attempt.file, attempt.key);
  };

  const deleteKept = async (photo: KeptPhoto) => {
    become({ attempt: { is: 'removing' } });
    try {
      await deleteHeadshot(photo.id);
      become({ kept: null, attempt: null });
    } catch (cause) {
      if (gone(cause)) become({ kept: null, attempt: null });
      else become({ attempt: { is: 'not-removed', message: notRemoved } });
    }
  };

  /** Removes what is shown: the running or failed upload, or else the uploaded photo. */
  const remove = () => {
    const { attempt, kept } = latest.current;
    if (attempt?.is === 'uploading' || attempt?.is === 'failed') {
      upload.current?.abort();
      underWay.current = null;
      become({ attempt: null });
    } else if (kept !== null && attempt?.is !== 'removing') {
      underWay.current = deleteKept(kept);
    }
  };

  /** Waits for the running upload or removal. */
  const settled = async (): Promise<Settled> => {
    const waitedFor = underWay.current;
    await waitedFor;
    if (underWay.current !== waitedFor) return { is: 'changed' };
    const { attempt, kept } = latest.current;
    if (attempt === null || attempt.is === 'lost') return { is: 'ready', headshotId: kept?.id };
    if (attempt.is === 'not-removed') return { is: 'undecided', message: unsettled.notRemoved };
    const again = attempt.is === 'failed' && attempt.again;
    return { is: 'undecided', message: again ? unsettled.again : unsettled.refused };
  };

  /** The server no longer has the photo: offers to upload it again, where its file is at hand. */
  const markMissing = (message: string) => {
    const { kept } = latest.current;
    if (kept === null) return;
    const attempt: Attempt =
      kept.file === null
        ? { is: 'lost', message }
        : { is: 'failed', file: kept.file, key: crypto.randomUUID(), message, again: true };
    become({ kept: null, attempt });
  };

  /** Discards what is chosen and what is uploaded. */
  const forget = () => {
    const { kept } = latest.current;
    upload.current?.abort();
    underWay.current = null;
    become({ kept: null, attempt: null });
    if (kept !== null) discard(kept);
  };

  return { ...state, choose, tryAgain, remove, settled, markMissing, forget };
}
