// The photo of the application: uploaded when it is chosen, kept over the steps, deleted on the server by Remove.
import { useEffect, useRef, useState } from 'react';
import { isCancelled, toProblem } from '../../api/errors';
import { deleteHeadshot, uploadHeadshot, type Headshot } from '../../api/headshots';
import { application } from '../../content/application';
import { problemOfAnswer, problemOfFile, type PhotoProblem } from './photo-problem';
import { keepPhoto, type KeptPhoto } from './unsent-answers';

export type Attempt =
  | { readonly is: 'uploading'; readonly file: File; readonly share: number }
  | ({ readonly is: 'failed'; readonly file: File; readonly key: string } & PhotoProblem)
  | { readonly is: 'removing' }
  | { readonly is: 'not-removed'; readonly message: string };

export type PhotoState = {
  /** The photo that goes with the submission. It stands until the one that replaces it has arrived. */
  readonly kept: KeptPhoto | null;
  readonly attempt: Attempt | null;
};

export type PhotoControl = ReturnType<typeof usePhoto>;

const gone = (cause: unknown): boolean => {
  const { status, code } = toProblem(cause);
  // A photo that an earlier application holds is not deleted, but it does not go with this one.
  return status === 404 || code === 'in_use';
};

export function usePhoto(before: KeptPhoto | null) {
  const [state, setState] = useState<PhotoState>({ kept: before, attempt: null });
  /** The state of this moment, for what comes later than the render it was made in. */
  const latest = useRef(state);
  const upload = useRef<AbortController | null>(null);
  const underWay = useRef<Promise<void> | null>(null);
  useEffect(() => () => upload.current?.abort(), []);

  const become = (change: Partial<PhotoState>) => {
    latest.current = { ...latest.current, ...change };
    if (change.kept !== undefined) keepPhoto(change.kept);
    setState(latest.current);
  };

  const send = async (file: File, key: string) => {
    const leaving = new AbortController();
    upload.current = leaving;
    become({ attempt: { is: 'uploading', file, share: 0 } });
    const onProgress = (share: number) => {
      if (!leaving.signal.aborted) become({ attempt: { is: 'uploading', file, share } });
    };
    try {
      const headshot: Headshot = await uploadHeadshot({
        file,
        idempotencyKey: key,
        signal: leaving.signal,
        onProgress,
      });
      const replaced = latest.current.kept;
      become({ kept: { file, headshot }, attempt: null });
      if (replaced !== null) discard(replaced);
    } catch (cause) {
      if (!isCancelled(cause)) {
        become({ attempt: { is: 'failed', file, key, ...problemOfAnswer(cause) } });
      }
    }
  };

  /** What is left behind is swept by the server one day: nobody has to wait or worry about it. */
  const discard = (photo: KeptPhoto): void => {
    deleteHeadshot(photo.headshot.id).catch((cause: unknown) =>
      console.warn('The replaced photo could not be deleted.', cause),
    );
  };

  const choose = (file: File) => {
    upload.current?.abort();
    const key = crypto.randomUUID();
    const problem = problemOfFile(file);
    if (problem === null) underWay.current = send(file, key);
    else become({ attempt: { is: 'failed', file, key, ...problem } });
  };

  const tryAgain = () => {
    const { attempt } = latest.current;
    if (attempt?.is === 'failed') underWay.current = send(attempt.file, attempt.key);
  };

  const deleteKept = async (photo: KeptPhoto) => {
    become({ attempt: { is: 'removing' } });
    try {
      await deleteHeadshot(photo.headshot.id);
      become({ kept: null, attempt: null });
    } catch (cause) {
      if (gone(cause)) become({ kept: null, attempt: null });
      else become({ attempt: { is: 'not-removed', message: application.photo.notRemoved } });
    }
  };

  /** Takes back what is shown: the upload under way or failed, else the photo that was uploaded. */
  const remove = () => {
    const { attempt, kept } = latest.current;
    if (attempt?.is === 'uploading' || attempt?.is === 'failed') {
      upload.current?.abort();
      become({ attempt: null });
    } else if (kept !== null && attempt?.is !== 'removing') {
      underWay.current = deleteKept(kept);
    }
  };

  /** Waits for what is under way. 'unsettled' where the person must decide first. */
  const settled = async (): Promise<Headshot | null | 'unsettled'> => {
    await underWay.current;
    const { attempt, kept } = latest.current;
    return attempt === null ? (kept?.headshot ?? null) : 'unsettled';
  };

  /** The server no longer has the photo: it can be uploaded anew. */
  const lose = (message: string) => {
    const { kept } = latest.current;
    if (kept === null) return;
    const attempt = { is: 'failed', file: kept.file, key: crypto.randomUUID() } as const;
    become({ kept: null, attempt: { ...attempt, message, again: true } });
  };

  return { ...state, choose, tryAgain, remove, settled, lose };
}
