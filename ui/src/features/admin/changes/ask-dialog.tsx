/** Asks the applicant for changes, by a message and a choice of answers. */
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type ApiProblem, fieldsOf, toProblem } from '../../../api/errors';
import { requestChanges } from '../../../api/review/changes';
import { Button } from '../../../components/controls/button';
import { Dialog } from '../../../components/dialogs/dialog';
import { Alert } from '../../../components/feedback/alert';
import { showToast } from '../../../components/feedback/toast';
import { TextAreaField } from '../../../components/forms/fields';
import { Form } from '../../../components/forms/form';
import { changeRequests } from '../../../content/membership/change-requests';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { refetchChanges, setOpenRequest } from '../review-cache';
import { FieldChoice } from './field-choice';
import { forgetTyped, keepTyped, newRequest, readTyped } from './typed-request';

const words = changeRequests.ask;

/** In code points, as on the server. */
const MAX_LENGTH = 2_000;

/** Why the request is refused however often it is sent. */
const refusals: Readonly<Record<string, string>> = {
  application_already_decided: words.decided,
  change_request_open: words.alreadyOpen,
  not_found: words.gone,
};

const isOf = (pointer: string, name: string) => pointer === name || pointer.startsWith(`${name}/`);

type Props = {
  applicationId: string;
  userId: string;
  onClose(): void;
  finalFocus: () => HTMLElement | null;
};

export function AskDialog({ applicationId, userId, onClose, finalFocus }: Props) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState(() => readTyped(userId, applicationId));
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { busy, run } = useSingleFlight();
  const field = useRef<HTMLTextAreaElement>(null);
  const formId = useId();
  const countId = useId();

  const { message, fields, key } = typed;
  const used = [...message.trim()].length;
  const errorAt = (name: string) =>
    problem === null
      ? undefined
      : fieldsOf(problem).find((refused) => isOf(refused.field, name))?.detail;
  const messageError =
    used > MAX_LENGTH
      ? words.tooLong(MAX_LENGTH)
      : isMissing
        ? words.noMessage
        : errorAt('/message');
  const fieldsError = errorAt('/fields');
  const refusal = problem === null ? undefined : refusals[problem.code];
  const isAtField = messageError !== undefined || fieldsError !== undefined;
  const failure = refusal ?? (isAtField ? undefined : problem?.message);

  const change = (next: Partial<Pick<typeof typed, 'message' | 'fields'>>) => {
    const changed = newRequest(next.message ?? message, next.fields ?? fields);
    setTyped(changed);
    keepTyped(userId, applicationId, changed);
    setMissing(false);
    if (refusal === undefined) setProblem(null);
  };

  const send = async () => {
    if (used === 0 || used > MAX_LENGTH) {
      setMissing(used === 0);
      field.current?.focus();
      return;
    }
    setProblem(null);
    try {
      const request = await requestChanges(applicationId, message.trim(), fields, key);
      forgetTyped(applicationId);
      setOpenRequest(cache, applicationId, request);
      refetchChanges(cache, applicationId);
      showToast({ title: words.done, variant: 'success' });
      onClose();
    } catch (cause) {
      const refused = toProblem(cause);
      setProblem(refused);
      if (refused.code in refusals) refetchChanges(cache, applicationId);
      if (fieldsOf(refused).some((one) => isOf(one.field, '/message'))) field.current?.focus();
    }
  };

  return (
    <Dialog
      title={words.title}
      description={words.description}
      onClose={onClose}
      initialFocus={field}
      finalFocus={finalFocus}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {refusal === undefined ? words.cancel : words.close}
          </Button>
          {refusal === undefined && (
            <Button type="submit" form={formId} busy={busy}>
              {busy ? words.sending : words.send}
            </Button>
          )}
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void run(send);
        }}
      >
        <div className="relative">
          <TextAreaField
            ref={field}
            name="message"
            label={words.message}
            error={messageError}
            aria-describedby={countId}
            required
            value={message}
            rows={4}
            onChange={({ target }) => change({ message: target.value })}
          />
          <p
            id={countId}
            className="mt-1 text-right text-sm text-muted tabular-nums sm:absolute sm:top-0 sm:right-0 sm:mt-0.5"
          >
            {words.count(used, MAX_LENGTH)}
          </p>
        </div>
        <FieldChoice
          chosen={fields}
          onChoose={(chosen) => change({ fields: chosen })}
          error={fieldsError}
        />
        {failure !== undefined && (
          <Alert variant="destructive" takesFocus>
            {failure}
          </Alert>
        )}
      </Form>
    </Dialog>
  );
}
