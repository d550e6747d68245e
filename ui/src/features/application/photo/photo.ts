/** The photo of an application, which is uploaded when it is chosen. */
import {
  type Headshot,
  deleteHeadshot,
  listHeadshots,
  uploadHeadshot,
} from '../../../api/headshots';
import { application } from '../../../content/membership/application';
import { isTransient, toProblem, isCancelled } from '../../../api/errors';
import { useEffect, useRef, useState } from 'react';

export type KeptPhoto = {
  readonly id: string;
  readonly name: string;
  readonly bytes: number | null;
  /** The source of the preview; null if only the server has the photo. Then `url` is shown. */
  readonly file: File | null;
  readonly url: string | null;
};

/** A photo whose upload has not succeeded, with its idempotency key. */
export type PendingPhoto = { readonly file: File; readonly key: string } & PhotoProblem;

/** A photo from another device or before a reload, until its lookup ends. */
export const unknownPhoto = (id: string): KeptPhoto => ({
  id,
  name: application.photo.saved,
  bytes: null,
  file: null,
  url: null,
});

/** A photo of the server. Its name there is generated, so it is not shown. */
export const storedPhoto = ({ id, bytes, headshot_url: url }: Headshot): KeptPhoto => ({
  ...unknownPhoto(id),
  bytes,
  url,
});

/** The saved photo, without a preview if the lookup fails. */
export async function savedPhoto(id: string): Promise<KeptPhoto> {
  const unknown = unknownPhoto(id);
  try {
    const found = (await listHeadshots()).find((photo) => photo.id === id);
    return found === undefined ? unknown : storedPhoto(found);
  } catch (cause) {
    console.warn('The saved photo could not be looked up.', cause);
    return unknown;
  }
}

export const MAX_BYTES = 5 * 1024 * 1024;
/** A smaller file is not worth shrinking: it uploads within 10 s on a slow connection. */
const SMALL_BYTES = 512 * 1024;

const { problems, unsettled, notRemoved } = application.photo;

/** The same file would be refused again. The message comes from the server and names the limit. */
const FINAL: readonly string[] = ['image_too_large', 'not_applicant'];

/** `again` means that a retry with the same file may succeed. */
export type PhotoProblem = { readonly message: string; readonly again: boolean };

export const isOrdinary = (file: File): boolean =>
  application.photo.ordinary.split(',').includes(file.type);

/** Small enough to be uploaded unchanged. */
const isSmall = (file: File): boolean => isOrdinary(file) && file.size <= SMALL_BYTES;

/** The applications of the user show as many photos as an account can have. */
const isFull = (cause: unknown): boolean => toProblem(cause).code === 'in_use';

export function uploadProblem(cause: unknown): PhotoProblem {
  const problem = toProblem(cause);
  if (problem.code === 'intercepted') return { message: problem.message, again: true };
  if (isTransient(problem)) return { message: problems.unreachable, again: true };
  // A proxy in front of the site has a limit of its own.
  if (problem.code === 'http_413') return { message: problems.refusedOnTheWay, again: false };
  if (problem.status === 413) return { message: problems.tooLarge, again: false };
  if (problem.status === 415) return { message: problems.unsupported, again: false };
  if (problem.code === 'image_unreadable') return { message: problems.unreadable, again: false };
  return { message: problem.message, again: !FINAL.includes(problem.code) };
}

export type Attempt =
  | {
      readonly is: 'uploading';
      readonly file: File;
      readonly key: string;
      /** The uploaded fraction; null while the photo is shrunk. */
      readonly share: number | null;
    }
  | ({ readonly is: 'failed' } & PendingPhoto)
  | { readonly is: 'removing' }
  | { readonly is: 'not-removed'; readonly message: string }
  /**
   * Nothing to try again: the server has deleted the photo and this page does not have the file, or the account can have no
   * other photo.
   */
  | { readonly is: 'dropped'; readonly message: string };

/** Another upload of the same file would fail too. The reason is shown, but not the file. */
export const isRefused = (attempt: Attempt | null): boolean =>
  attempt?.is === 'failed' && !attempt.again;

type PhotoState = {
  readonly kept: KeptPhoto | null;
  readonly attempt: Attempt | null;
};

export type Settled =
  | { readonly is: 'ready'; readonly headshotId: string | undefined }
  /** The applicant must decide how to continue. */
  | { readonly is: 'undecided'; readonly message: string }
  /** The applicant removed or replaced the photo during the wait. */
  | { readonly is: 'changed' };

export type PhotoControl = ReturnType<typeof usePhoto>;

const isGone = (cause: unknown): boolean => {
  const { status, code } = toProblem(cause);
  // The photo from an earlier application stays with that application and is not part of this one.
  return status === 404 || code === 'in_use';
};

/** The abort reason of an upload that leaving the page interrupts. The photo is still part of the application. */
const PAGE_LEFT = new DOMException('The page was left.', 'AbortError');

/** The photo to offer again when the applicant returns, because leaving the page aborts the upload. */
function pendingPhotoOf(attempt: Attempt | null): PendingPhoto | null {
  if (attempt?.is !== 'uploading' && attempt?.is !== 'failed') return null;
  const { file, key } = attempt;
  if (attempt.is === 'failed' && !attempt.again) return attempt;
  return { file, key, message: problems.unfinished, again: true };
}

/** What owns the answers that the photo belongs to. */
type PhotoOwner = {
  photo(): KeptPhoto | null;
  pending(): PendingPhoto | null;
  watch(watcher: () => void): () => void;
  keepPhoto(kept: KeptPhoto | null): void;
  keepPending(chosen: PendingPhoto | null): void;
  /** The photo of an application that was sent stays with it. The server refuses to delete it. */
  isSent?(id: string): boolean;
};

export function usePhoto(draft: PhotoOwner) {
  const [state, setState] = useState((): PhotoState => {
    const pending = draft.pending();
    return { kept: draft.photo(), attempt: pending && { ...pending, is: 'failed' } };
  });
  /** The current state, for callbacks of earlier renders. */
  const latest = useRef(state);
  const upload = useRef<AbortController | null>(null);
  const pendingWork = useRef<Promise<void> | null>(null);
  /** The refused photo that the last `settle` reported. The next one continues without it. */
  const announced = useRef<Attempt | null>(null);
  useEffect(() => () => upload.current?.abort(PAGE_LEFT), []);
  useEffect(() => {
    const show = () => {
      if (latest.current.kept === draft.photo()) return;
      latest.current = { ...latest.current, kept: draft.photo() };
      setState(latest.current);
    };
    const stop = draft.watch(show);
    // The draft may have changed since the first render.
    show();
    return stop;
  }, [draft]);

  const update = (change: Partial<PhotoState>) => {
    latest.current = { ...latest.current, ...change };
    if (change.kept !== undefined) draft.keepPhoto(change.kept);
    if (change.attempt !== undefined) draft.keepPending(pendingPhotoOf(change.attempt));
    setState(latest.current);
  };

  const send = async (chosen: File, key: string) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    upload.current = leaving;
    const file = isSmall(chosen) ? chosen : await shrinkFirst(chosen, key, signal);
    if (file === null) return;
    update({ attempt: { is: 'uploading', file, key, share: 0 } });
    const onProgress = (share: number) => {
      if (!signal.aborted) update({ attempt: { is: 'uploading', file, key, share } });
    };
    try {
      const headshot = await uploadHeadshot({ file, idempotencyKey: key, signal, onProgress });
      if (signal.aborted) {
        // The upload succeeded before the abort. After leaving the page, the upload is repeated with the same key.
        if (signal.reason !== PAGE_LEFT) discard(headshot);
        return;
      }
      const replaced = latest.current.kept;
      const { id, headshot_url: url } = headshot;
      update({ kept: { id, name: file.name, bytes: file.size, file, url }, attempt: null });
      if (replaced !== null) discard(replaced);
    } catch (cause) {
      if (signal.aborted || isCancelled(cause)) return;
      const attempt: Attempt = isFull(cause)
        ? { is: 'dropped', message: problems.full(latest.current.kept !== null) }
        : { is: 'failed', file, key, ...uploadProblem(cause) };
      update({ attempt });
    }
  };

  /** Null if there is no photo to upload. */
  const shrinkFirst = async (
    file: File,
    key: string,
    signal: AbortSignal,
  ): Promise<File | null> => {
    update({ attempt: { is: 'uploading', file, key, share: null } });
    try {
      const { shrinkPhoto } = await import('./shrink-photo');
      const result = await shrinkPhoto(file);
      if (signal.aborted) return null;
      if (result instanceof File) return result;
      update({ attempt: { is: 'failed', file, key, ...result } });
    } catch (cause) {
      console.warn('The photo could not be prepared.', cause);
      const problem = { message: problems.unreachable, again: true };
      if (!signal.aborted) update({ attempt: { is: 'failed', file, key, ...problem } });
    }
    return null;
  };

  /** Best effort: the server deletes photos that no application uses. */
  const discard = ({ id }: { readonly id: string }): void => {
    if (draft.isSent?.(id) === true) return;
    deleteHeadshot(id).catch((cause: unknown) => {
      if (!isGone(cause)) console.warn('The discarded photo could not be deleted.', cause);
    });
  };

  const choose = (file: File) => {
    // A failed removal restores the photo.
    if (latest.current.attempt?.is === 'removing') return;
    upload.current?.abort();
    pendingWork.current = send(file, crypto.randomUUID());
  };

  const tryAgain = () => {
    const { attempt } = latest.current;
    if (attempt?.is === 'failed') pendingWork.current = send(attempt.file, attempt.key);
  };

  const deleteKept = async (photo: KeptPhoto) => {
    if (draft.isSent?.(photo.id) === true) {
      update({ kept: null, attempt: null });
      return;
    }
    update({ attempt: { is: 'removing' } });
    if (await deleteHeadshot(photo.id).then(() => true, isGone)) {
      update({ kept: null, attempt: null });
    } else update({ attempt: { is: 'not-removed', message: notRemoved } });
  };

  /** Removes the running or failed upload; otherwise the uploaded photo. */
  const remove = () => {
    const { attempt, kept } = latest.current;
    if (attempt?.is === 'uploading' || (attempt?.is === 'failed' && attempt.again)) {
      upload.current?.abort();
      pendingWork.current = null;
      update({ attempt: null });
    } else if (kept !== null && attempt?.is !== 'removing') {
      pendingWork.current = deleteKept(kept);
    }
  };

  /** Waits for the running upload or removal. */
  const settle = async (): Promise<Settled> => {
    const waitedFor = pendingWork.current;
    await waitedFor;
    if (pendingWork.current !== waitedFor) return { is: 'changed' };
    const { attempt, kept } = latest.current;
    if (attempt === null || attempt.is === 'dropped') return { is: 'ready', headshotId: kept?.id };
    if (attempt.is === 'not-removed') return { is: 'undecided', message: unsettled.notRemoved };
    if (!isRefused(attempt)) return { is: 'undecided', message: unsettled.again };
    if (announced.current === attempt) return { is: 'ready', headshotId: kept?.id };
    announced.current = attempt;
    return { is: 'undecided', message: unsettled.refused };
  };

  /** After the server has deleted the photo: offers to upload it again if the page has its file. */
  const markMissing = (message: string) => {
    const { kept } = latest.current;
    if (kept === null) return;
    const attempt: Attempt =
      kept.file === null
        ? { is: 'dropped', message }
        : { is: 'failed', file: kept.file, key: crypto.randomUUID(), message, again: true };
    update({ kept: null, attempt });
  };

  const discardAll = () => {
    const { kept } = latest.current;
    upload.current?.abort();
    pendingWork.current = null;
    update({ kept: null, attempt: null });
    if (kept !== null) discard(kept);
  };

  return { ...state, choose, tryAgain, remove, settle, markMissing, discardAll };
}
