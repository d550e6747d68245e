/** An open request for changes with its form, and what became of it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { OwnApplication } from '../../../api/applications';
import { Alert } from '../../../components/feedback/alert';
import { Card } from '../../../components/layout/card';
import { FactList } from '../../../components/lists/fact-list';
import { DateTime } from '../../../components/text/date-time';
import { fieldOf } from '../../../content/membership/application-fields';
import {
  changeableLabel,
  type ChangeableName,
  changeableNames,
  changeRequests,
} from '../../../content/membership/change-requests';
import { CHANGES } from '../../../content/site/pages';
import { sentApplication } from '../../../content/membership/sent-application';
import { answerText } from '../../../lib/format';
import type { Changes } from '../draft/draft-values';
import { ChangeForm, type Failure } from './change-form';
import { changedNames, dropEdit, unsentChanges } from './edited-answers';

const words = changeRequests.form;

type Outcome =
  | { readonly is: 'sent' }
  /** The request was closed before the changes were sent. */
  | { readonly is: 'takenBack' | 'elsewhere'; readonly unsent: Changes };

type Props = {
  userId: string;
  application: OwnApplication;
  /** Shows the application as read or changed. */
  onRead(application: OwnApplication): void;
  /** The application was withdrawn. */
  onGone(): void;
};

export function RequestedChanges({ userId, application, onRead, onGone }: Props) {
  const { version = 1, status, change_request } = application;
  const request = status === 'pending' ? (change_request ?? null) : null;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const attempts = useRef(0);
  const fail = (message: string | null) => {
    attempts.current += 1;
    setFailure(message === null ? null : { message, attempt: attempts.current });
  };

  const before = useRef({ request, version });
  const closed = useEffectEvent(() => {
    const last = before.current;
    before.current = { request, version };
    if (request !== null) setOutcome(null);
    // After a rejection, the form of the next application takes the changes over.
    if (request !== null || last.request === null || status === 'rejected') return;
    const unsent = unsentChanges();
    dropEdit();
    fail(null);
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
            failure={failure}
            onFailure={fail}
            onSent={(now) => {
              dropEdit();
              setOutcome({ is: 'sent' });
              onRead(now);
            }}
            onOutdated={(now) => {
              fail(words.conflict);
              onRead(now);
            }}
            onGone={onGone}
          />
        </div>
      </Card>
    </section>
  );
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
