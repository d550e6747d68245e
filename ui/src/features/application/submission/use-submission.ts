/** Submits the application once, after the upload of the photo. */
import { useRef, useState } from 'react';
import { submitApplication } from '../../../api/applications';
import { fieldsOf, toProblem, type FieldProblem } from '../../../api/errors';
import { toRequest, type Answers } from '../answers';
import type { ApplicationDraft } from '../draft/application-draft';
import { dropSubmittedDraft } from '../draft/current-draft';
import { submissionKey } from './submission-key';
import type { PhotoControl } from '../photo/use-photo';

type Handlers = {
  onReceived(): void;
  onAlreadyPending(): void;
  onFieldProblems(problems: readonly FieldProblem[]): void;
};

export type Failure = { readonly message: string; readonly attempt: number };

export function useSubmission(
  draft: ApplicationDraft,
  { onReceived, onAlreadyPending, onFieldProblems }: Handlers,
) {
  const [phase, setPhase] = useState<'waiting' | 'sending' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // State changes too late for two clicks in one tick; a ref does not.
  const latch = useRef(false);
  const attempts = useRef(0);

  const submit = async (answers: Answers, photo: Pick<PhotoControl, 'settle'>) => {
    if (latch.current) return;
    latch.current = true;
    attempts.current += 1;
    setPhase('waiting');
    setFailure(null);
    try {
      const settled = await photo.settle();
      // The applicant removed or replaced the photo, and must press Submit again.
      if (settled.is === 'changed') return;
      if (settled.is === 'undecided') {
        setFailure({ message: settled.message, attempt: attempts.current });
        return;
      }
      const request = toRequest(answers, settled.headshotId);
      setPhase('sending');
      // A draft that is saved after the submission would belong to the next application.
      draft.pause();
      await submitApplication(request, await submissionKey(draft.userId, request));
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
      setFailure({ message: problem.message, attempt: attempts.current });
      const fields = fieldsOf(problem);
      if (fields.length > 0) onFieldProblems(fields);
    } finally {
      latch.current = false;
      setPhase(null);
    }
  };

  return {
    submit,
    submitting: phase !== null,
    /** Whether the request is being sent. Until it is sent, the photo can be removed. */
    sending: phase === 'sending',
    failure,
    clearFailure: () => setFailure(null),
  };
}
