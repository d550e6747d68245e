/** Asks the applicant for changes, by a message and a choice of answers. */
import { STEPS } from '../../../content/membership/application-fields';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type ApiProblem, fieldsOf, toProblem } from '../../../api/errors';
import { requestChanges } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { Dialog } from '../../../components/dialogs/dialog';
import { Alert } from '../../../components/feedback/alert';
import { showToast } from '../../../components/feedback/toast';
import { TextAreaField } from '../../../components/forms/fields';
import { Form } from '../../../components/forms/form';
import {
  type ChangeableName,
  changeRequests,
  changeableIn,
  changeableLabel,
  changeableOf,
} from '../../../content/membership/change-requests';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { detailKey, setOpenRequest } from '../review-cache';
import { FieldError } from '../../../components/forms/field-frame';
import { application } from '../../../content/membership/application';
import { createTypedInputs } from '../../../session/tab-storage/typed-inputs';

const words = changeRequests.ask;

/** In code points, as on the server. */
const MAX_LENGTH = 2_000;

type TypedRequest = {
  readonly message: string;
  readonly fields: readonly ChangeableName[];
  /** The idempotency key, which is sent again with the same text. */
  readonly key: string;
};

function isTypedRequest(value: unknown): value is TypedRequest {
  const { message, fields, key } = (value ?? {}) as Partial<Record<keyof TypedRequest, unknown>>;
  return typeof message === 'string' && Array.isArray(fields) && typeof key === 'string';
}

const requests = createTypedInputs('change-requests', words.signOut, isTypedRequest);

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
  const typed = requests.use(userId)[applicationId];
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { busy, run } = useSingleFlight();
  const field = useRef<HTMLTextAreaElement>(null);
  const formId = useId();
  const countId = useId();

  const message = typed?.message ?? '';
  const fields = changeableIn(typed?.fields ?? []);
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

  const change = (next: Partial<Omit<TypedRequest, 'key'>>) => {
    const changed = { message, fields, ...next, key: crypto.randomUUID() };
    if (changed.message === '' && changed.fields.length === 0) requests.forget(applicationId);
    else requests.type(applicationId, changed);
    setMissing(false);
    if (refusal === undefined) setProblem(null);
  };

  const send = async () => {
    if (typed === undefined || used === 0 || used > MAX_LENGTH) {
      setMissing(used === 0);
      field.current?.focus();
      return;
    }
    setProblem(null);
    try {
      const request = await requestChanges(applicationId, message.trim(), fields, typed.key);
      requests.forget(applicationId);
      setOpenRequest(cache, applicationId, request);
      void cache.invalidateQueries({ queryKey: detailKey(applicationId) });
      showToast({ title: words.done, variant: 'success' });
      onClose();
    } catch (cause) {
      const refused = toProblem(cause);
      setProblem(refused);
      if (refused.code in refusals)
        void cache.invalidateQueries({ queryKey: detailKey(applicationId) });
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
            rows={3}
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

type FieldChoiceProps = {
  chosen: readonly ChangeableName[];
  onChoose(chosen: readonly ChangeableName[]): void;
  error: string | undefined;
};

/** The answers that the applicant may change, grouped like the form. */
function FieldChoice({ chosen, onChoose, error }: FieldChoiceProps) {
  const id = useId();
  const choose = (names: readonly ChangeableName[], isChosen: boolean) =>
    onChoose([...chosen.filter((name) => !names.includes(name)), ...(isChosen ? names : [])]);
  return (
    <fieldset aria-describedby={`${id}-count ${id}-error`} className="min-w-0">
      <legend className="font-semibold">{words.fields}</legend>
      <p id={`${id}-count`} className="text-[0.95rem] text-muted">
        {words.chosen(chosen.length)}
      </p>
      <FieldError id={id} error={error} />
      <div className="mt-2 space-y-3">
        {STEPS.map((step) => {
          const names = changeableOf(step);
          const group = application.steps[step];
          const isAll = names.every((name) => chosen.includes(name));
          return (
            <div key={step} role="group" aria-label={group}>
              <div className="flex items-center justify-between gap-3">
                <p className="text-sm text-muted">{group}</p>
                <Button
                  variant="ghost"
                  size="small"
                  className="-mr-3 underline underline-offset-4 max-sm:min-h-11"
                  aria-label={isAll ? words.noneOf(group) : words.allOf(group)}
                  onClick={() => choose(names, !isAll)}
                >
                  {isAll ? words.none : words.all}
                </Button>
              </div>
              <div className="flex flex-wrap gap-2">
                {names.map((name) => (
                  <label
                    key={name}
                    className="relative flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-edge bg-white py-1 pr-3.5 pl-2.5 text-[0.95rem] leading-tight hover:bg-sand has-checked:border-evergreen has-checked:bg-mint has-checked:text-evergreen max-sm:min-h-11"
                  >
                    <input
                      type="checkbox"
                      name="fields"
                      value={name}
                      checked={chosen.includes(name)}
                      onChange={({ target }) => choose([name], target.checked)}
                      className="size-4.5 shrink-0 accent-evergreen"
                    />
                    {changeableLabel(name)}
                  </label>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
