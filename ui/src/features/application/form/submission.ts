/** Submits the application once, after the upload of the photo. */
import { type SubmitApplicationRequest, submitApplication } from '../../../api/applications';
import {
  clearPersonal,
  readPersonal,
  writePersonal,
} from '../../../session/tab-storage/personal-storage';
import { useState } from 'react';
import { fieldsOf, toProblem, type FieldProblem } from '../../../api/errors';
import { toRequest, type Answers } from '../answers';
import { type ApplicationDraft, dropDraft } from '../draft/draft';
import type { PhotoControl } from '../photo/photo';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';

const NAME = 'submission';

type Sent = { readonly answers: string; readonly key: string };

const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && 'answers' in value && 'key' in value;

/** Used when storage is refused. */
let last: { readonly userId: string; readonly sent: Sent } | null = null;

/** The idempotency key. Equal answers get the same key, even after a reload. */
export function submissionKey(userId: string, request: SubmitApplicationRequest): string {
  const answers = JSON.stringify(request);
  const stored = readPersonal(NAME, userId);
  const before = isSent(stored) ? stored : last?.userId === userId ? last.sent : null;
  if (before?.answers === answers) return before.key;
  const sent = { answers, key: crypto.randomUUID() };
  last = { userId, sent };
  writePersonal(NAME, userId, sent);
  return sent.key;
}

/** Called after a submission in any tab or on any device. Equal answers are then a new application. */
export function dropSubmittedDraft(): void {
  dropDraft();
  last = null;
  clearPersonal(NAME);
}

export type Failure = {
  readonly message: string;
  /** The alert about another attempt takes the focus again. */
  readonly attempt: string;
};

type Handlers = {
  onReceived(): void;
  onAlreadyPending(): void;
  onClosed(): void;
  onFieldProblems(problems: readonly FieldProblem[]): void;
};

export function useSubmission(
  draft: ApplicationDraft,
  { onReceived, onAlreadyPending, onClosed, onFieldProblems }: Handlers,
) {
  const { busy, run } = useSingleFlight();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const send = async (answers: Answers, photo: Pick<PhotoControl, 'settle'>) => {
    const fail = (message: string) => setFailure({ message, attempt: crypto.randomUUID() });
    setFailure(null);
    try {
      const settled = await photo.settle();
      if (settled.is === 'undecided') fail(settled.message);
      // The applicant must decide on the photo, or has removed or replaced it, and must press Submit again.
      if (settled.is !== 'ready') return;
      const request = toRequest(answers, settled.headshotId);
      setSending(true);
      // A draft that is saved after the submission would belong to the next application.
      draft.pause();
      await submitApplication(request, submissionKey(draft.userId, request));
      dropSubmittedDraft();
      onReceived();
    } catch (cause) {
      const problem = toProblem(cause);
      draft.resume();
      if (problem.code === 'application_pending_exists') {
        dropSubmittedDraft();
        onAlreadyPending();
        return;
      }
      if (problem.code === 'season_closed') {
        onClosed();
        return;
      }
      fail(problem.message);
      const fields = fieldsOf(problem);
      if (fields.length > 0) onFieldProblems(fields);
    } finally {
      setSending(false);
    }
  };

  return {
    submit: (...inputs: Parameters<typeof send>) => run(() => send(...inputs)),
    submitting: busy,
    /** Whether the request is being sent. Until it is sent, the photo can be removed. */
    sending,
    failure,
    clearFailure: () => setFailure(null),
  };
}
