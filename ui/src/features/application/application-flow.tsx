/**
 * What an applicant sees at /apply: the check, then the form, the thank-you or the application that is already there.
 */
import { useEffect, useState } from 'react';
import { findPendingApplication } from '../../api/applications';
import { isCancelled } from '../../api/errors';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { application } from '../../content/application';
import { AlreadySubmitted } from './already-submitted';
import { ApplicationReceived } from './application-received';
import { ApplicationWizard } from './application-wizard';

type View =
  | { is: 'checking' }
  | { is: 'form' }
  | { is: 'received' }
  | { is: 'already-submitted'; submittedAt?: string; afterSending?: boolean };

export function ApplicationFlow({ userId }: { userId: string }) {
  const [view, setView] = useState<View>({ is: 'checking' });

  useEffect(() => {
    const leaving = new AbortController();
    findPendingApplication(leaving.signal).then(
      (pending) => {
        setView(
          pending === undefined
            ? { is: 'form' }
            : { is: 'already-submitted', submittedAt: pending.submitted_at },
        );
      },
      (cause: unknown) => {
        if (isCancelled(cause)) return;
        console.warn('The application status could not be checked.', cause);
        setView({ is: 'form' });
      },
    );
    return () => leaving.abort();
  }, []);

  /** The server knows of an application that this page did not: show it, with its date where that can be had. */
  const showPending = () => {
    setView({ is: 'already-submitted', afterSending: true });
    findPendingApplication().then(
      (pending) =>
        setView({
          is: 'already-submitted',
          submittedAt: pending?.submitted_at,
          afterSending: true,
        }),
      (cause: unknown) => console.warn('The application could not be read.', cause),
    );
  };

  switch (view.is) {
    case 'checking':
      return (
        <Card>
          <PageHeading>{application.title}</PageHeading>
          <output className="mt-4 block text-muted">{application.checking}</output>
        </Card>
      );
    case 'form':
      return (
        <Card>
          <PageHeading>{application.title}</PageHeading>
          <div className="mt-6">
            <ApplicationWizard
              userId={userId}
              onReceived={() => setView({ is: 'received' })}
              onAlreadyPending={showPending}
            />
          </div>
        </Card>
      );
    case 'already-submitted':
      return (
        <AlreadySubmitted submittedAt={view.submittedAt} takesFocus={view.afterSending === true} />
      );
    case 'received':
      return <ApplicationReceived />;
  }
}
