/** The form with the answers that the applicant was asked to change. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { OpenRequest, OwnApplication } from '../../../api/applications';
import { fieldsOf } from '../../../api/errors';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { ErrorSummary, type FormFault } from '../../../components/forms/error-summary';
import { Form } from '../../../components/forms/form';
import { application as wizard } from '../../../content/membership/application';
import type { FieldName } from '../../../content/membership/application-fields';
import {
  changeableLabel,
  changeableOf,
  changeRequests,
} from '../../../content/membership/change-requests';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { fieldOfPointer, toRequest } from '../answers';
import { useDraftForm } from '../draft/use-draft';
import { PhotoField } from '../photo/photo-field';
import { type Settled, usePhoto } from '../photo/use-photo';
import { AnswerFields } from '../wizard/answer-fields';
import { useTypedSubject } from '../wizard/use-typed-subject';
import { changedNames, openEdit, sentOf } from './edited-answers';
import { sendChanges } from './send-changes';

const words = changeRequests.form;
const STEPS = [1, 2, 3] as const;

export type Failure = { readonly message: string; readonly attempt: number };

type Props = {
  userId: string;
  application: OwnApplication;
  request: OpenRequest;
  failure: Failure | null;
  onFailure(message: string | null): void;
  onSent(application: OwnApplication): void;
  /** The application has another version, request or status by now. */
  onOutdated(application: OwnApplication): void;
  onGone(): void;
};

export function ChangeForm({ userId, application, request, failure, ...on }: Props) {
  const sent = useMemo(() => sentOf(application, request), [application, request]);
  const [edit] = useState(() => openEdit(userId, sent));
  useEffect(() => edit.rebase(sent), [edit, sent]);
  const form = useDraftForm(edit);
  const photo = usePhoto(edit);
  const subject = useTypedSubject(edit, form, 1);
  const changes = useSyncExternalStore(edit.watch, edit.changes);
  const { busy, run } = useSingleFlight();
  // A disabled field could not get the focus when it is wrong.
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<readonly FormFault[]>([]);
  const { requested } = sent;
  const fields = requested.filter((name): name is FieldName => name !== 'headshot_id');
  const steps = STEPS.filter((step) => changeableOf(step).some((name) => requested.includes(name)));

  /** After a conflict, another request may no longer ask for the photo, and its field is gone with a failed upload. */
  const settledPhoto = (): Settled | Promise<Settled> =>
    requested.includes('headshot_id')
      ? photo.settle()
      : { is: 'ready', headshotId: application.headshot_id ?? undefined };

  /** Null if an answer is missing or wrong, or the applicant must decide on the photo first. */
  const completeRequest = async () => {
    if (fields.includes('subjects_taught') && !subject.settle()) return null;
    if (!(await form.trigger(fields, { shouldFocus: true }))) return null;
    const settled = await settledPhoto();
    if (settled.is === 'undecided') on.onFailure(settled.message);
    if (settled.is !== 'ready') return null;
    if (changedNames(edit.changes()).length === 0) {
      on.onFailure(words.unchanged);
      return null;
    }
    return toRequest(edit.answers(), settled.headshotId);
  };

  const send = async () => {
    on.onFailure(null);
    setRefused([]);
    const complete = await completeRequest();
    if (complete === null) return;
    setSending(true);
    const result = await sendChanges(application, complete);
    setSending(false);
    if (result.is === 'sent') on.onSent(result.application);
    if (result.is === 'outdated') on.onOutdated(result.application);
    if (result.is === 'gone') on.onGone();
    if (result.is !== 'failed') return;
    const { problem } = result;
    const faults = fieldsOf(problem).flatMap(({ field, detail }): FormFault[] => {
      const name = fieldOfPointer(field);
      if (name === null || !fields.includes(name)) return [];
      form.setError(name, { type: 'server', message: detail });
      return [{ fieldId: name, message: detail }];
    });
    const lost = fieldsOf(problem).find(({ field }) => field === '/headshot_id');
    if (lost !== undefined && requested.includes('headshot_id')) photo.markMissing(lost.detail);
    setRefused(faults);
    // The summary names the refused answers of the form and takes the focus.
    if (faults.length === 0) on.onFailure(problem.message);
  };

  const { errors } = form.formState;
  const unsent = changedNames(changes);
  return (
    <Form
      aria-labelledby="changes-heading"
      onSubmit={(event) => {
        event.preventDefault();
        void run(send);
      }}
    >
      <ErrorSummary
        title={words.checkAnswers}
        faults={refused.filter(({ fieldId }) => errors[fieldId as FieldName] !== undefined)}
      />
      <fieldset disabled={sending} className="min-w-0 space-y-6">
        {steps.map((step) => {
          const ofStep = changeableOf(step).filter((name) => requested.includes(name));
          return (
            <div key={step} role="group" aria-label={wizard.steps[step]} className="space-y-6">
              {steps.length > 1 && (
                <h3 className="border-b border-sand pb-1 font-serif text-lg">
                  {wizard.steps[step]}
                </h3>
              )}
              {ofStep.includes('headshot_id') && <PhotoField photo={photo} disabled={sending} />}
              <AnswerFields
                names={fields.filter((name) => ofStep.includes(name))}
                form={form}
                subject={subject}
              />
            </div>
          );
        })}
      </fieldset>
      {failure !== null && (
        <Alert key={failure.attempt} variant="destructive" takesFocus>
          {failure.message}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-sand pt-6">
        <output className="text-sm text-muted">
          {unsent.length > 0 ? words.unsent(unsent.map(changeableLabel)) : ''}
        </output>
        <Button type="submit" busy={busy} className="max-sm:w-full sm:ml-auto">
          {busy ? words.sending : words.send}
        </Button>
      </div>
    </Form>
  );
}
