/** An open request for changes with its form, and what became of it. */
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type ApplicationDetail,
  type ChangeRequest,
  type SubmitApplicationRequest,
  editApplication,
  readApplication,
} from '../../../api/applications';
import { type ApiProblem, fieldsOf, toProblem } from '../../../api/errors';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { ErrorSummary } from '../../../components/forms/error-summary';
import { Form } from '../../../components/forms/form';
import { Card } from '../../../components/layout/card';
import { FactList } from '../../../components/lists/fact-list';
import { DateTime } from '../../../components/text/date-time';
import { application as wizard } from '../../../content/membership/application';
import {
  type FieldName,
  fieldNames,
  fieldOf,
  STEPS,
} from '../../../content/membership/application-fields';
import {
  changeableLabel,
  type ChangeableName,
  changeableNames,
  changeableOf,
  changeRequests,
} from '../../../content/membership/change-requests';
import { sentApplication } from '../../../content/membership/sent-application';
import { CHANGES } from '../../../content/site/pages';
import { answerText } from '../../../lib/format';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { toRequest } from '../answers';
import type { Changes } from '../draft/draft-sync';
import {
  AnswerFields,
  type Refusal,
  showRefusals,
  useDraftForm,
  useTypedSubject,
} from '../form/answer-fields';
import type { Failure } from '../form/submission';
import { PhotoField } from '../photo/photo-field';
import { type Settled, usePhoto } from '../photo/photo';
import { changedNames, dropEdit, openEdit, sentOf, takeUnsent } from './edited-answers';

const words = changeRequests.form;

type Outcome =
  | { readonly is: 'sent' }
  /** The request was closed before the changes were sent. */
  | { readonly is: 'takenBack' | 'elsewhere'; readonly unsent: Changes };

type Props = {
  userId: string;
  application: ApplicationDetail;
  /** The application has another version, request or status by now. */
  onRead(application: ApplicationDetail): void;
  onGone(): void;
};

export function RequestedChanges({ userId, application, onRead, onGone }: Props) {
  const { version = 1, status, change_request } = application;
  const request = status === 'pending' ? (change_request ?? null) : null;
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const before = useRef({ request, version });
  const closed = useEffectEvent(() => {
    const last = before.current;
    before.current = { request, version };
    if (request !== null) setOutcome(null);
    // After a rejection, the form of the next application takes the changes over.
    if (request !== null || last.request === null || status === 'rejected') return;
    const unsent = takeUnsent()?.changes ?? {};
    // A decision is shown in place of the request.
    if (status !== 'pending' || outcome?.is === 'sent') return;
    setOutcome({ is: version > last.version ? 'elsewhere' : 'takenBack', unsent });
  });
  useEffect(() => closed(), [request?.id, version, status]);

  // The mail about the request leads to it.
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === CHANGES) section.current?.scrollIntoView();
  }, [hash]);

  if (request === null) return outcome === null ? null : <Closed outcome={outcome} />;
  return (
    <section ref={section} id={CHANGES.slice(1)} aria-labelledby="changes-heading" className="mt-6">
      <Card className="border-t-4 border-t-gold">
        <h2 id="changes-heading" className="font-serif text-2xl">
          {words.title}
        </h2>
        <p className="mt-2 text-muted">
          {words.asked} <DateTime at={request.created_at} long />. {words.place}
        </p>
        <blockquote className="mt-4 max-w-[65ch] border-l-4 border-gold pl-4 wrap-anywhere whitespace-pre-line">
          {request.message}
        </blockquote>
        <p className="mt-4">
          {request.fields.length >= changeableNames.length ? words.all : words.some}
        </p>
        <div className="mt-6">
          <ChangeForm
            userId={userId}
            application={application}
            request={request}
            onSent={(now) => {
              dropEdit();
              setOutcome({ is: 'sent' });
              onRead(now);
            }}
            onRead={onRead}
            onGone={onGone}
          />
        </div>
      </Card>
    </section>
  );
}

type FormProps = Props & { request: ChangeRequest; onSent(application: ApplicationDetail): void };

/** The form with the answers that the applicant was asked to change. */
function ChangeForm({ userId, application, request, onSent, onRead, onGone }: FormProps) {
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
  const [failure, setFailure] = useState<Failure | null>(null);
  const fail = (message: string) => setFailure({ message, attempt: crypto.randomUUID() });
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
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
    if (settled.is === 'undecided') fail(settled.message);
    if (settled.is !== 'ready') return null;
    if (changedNames(edit.changes()).length === 0) {
      fail(words.unchanged);
      return null;
    }
    return toRequest(edit.answers(), settled.headshotId);
  };

  const refuse = (problem: ApiProblem) => {
    const problems = fieldsOf(problem);
    const lost = problems.find(({ field }) => field === '/headshot_id');
    if (lost !== undefined && requested.includes('headshot_id')) photo.markMissing(lost.detail);
    const faults = showRefusals(form, problems, fields);
    setRefused(faults);
    // The summary names the refused answers of the form and takes the focus.
    if (faults.length === 0) fail(problem.message);
  };

  const send = async () => {
    setFailure(null);
    setRefused([]);
    const complete = await completeRequest();
    if (complete === null) return;
    setSending(true);
    try {
      const { now, isSent } = await sendChanges(application, complete);
      if (isSent) {
        onSent(now);
        return;
      }
      fail(words.conflict);
      onRead(now);
    } catch (cause) {
      const problem = toProblem(cause);
      if (problem.status === 404) onGone();
      else refuse(problem);
    } finally {
      setSending(false);
    }
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
        faults={refused.filter(({ fieldId }) => errors[fieldId] !== undefined)}
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

const OUTDATED: readonly string[] = ['not_editable', 'version_conflict'];

/** The server removes invisible characters. */
const visible = (text = '') =>
  text.replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '');

const hasAnswers = (application: ApplicationDetail, request: SubmitApplicationRequest): boolean =>
  fieldNames.every((name) => {
    const { kind } = fieldOf(name);
    return (
      visible(answerText(application[name], kind)) === visible(answerText(request[name], kind))
    );
  });

/** `now` is what the server has. It is not what was sent if it has another version, request or status by now. */
async function sendChanges(edited: ApplicationDetail, request: SubmitApplicationRequest) {
  const { id, version = 1 } = edited;
  try {
    return { now: await editApplication(id, version, request), isSent: true };
  } catch (cause) {
    if (!OUTDATED.includes(toProblem(cause).code)) throw cause;
  }
  const now = await readApplication(id);
  // An earlier attempt may have succeeded, and only its response was lost.
  return { now, isSent: now.version === version + 1 && hasAnswers(now, request) };
}

function Closed({ outcome }: { outcome: Outcome }) {
  if (outcome.is === 'sent') {
    return (
      <Alert variant="success" takesFocus className="mt-6">
        {words.done}
      </Alert>
    );
  }
  const unsent = changedNames(outcome.unsent);
  if (unsent.length === 0) {
    return (
      <Alert takesFocus className="mt-6">
        {words.closed[outcome.is]}
      </Alert>
    );
  }
  return (
    <Card className="mt-6">
      <Alert variant="destructive" takesFocus>
        {words.notSent[outcome.is]}
      </Alert>
      <h2 className="mt-5 mb-2 font-serif text-xl">{words.unsentTitle}</h2>
      <FactList
        none={sentApplication.none}
        facts={unsent.map((name) => [changeableLabel(name), textOf(name, outcome.unsent)])}
      />
    </Card>
  );
}

function textOf(name: ChangeableName, changes: Changes): string | undefined {
  if (name !== 'headshot_id') return answerText(changes[name], fieldOf(name).kind);
  return changes.headshot_id === '' ? words.removedPhoto : words.newPhoto;
}
