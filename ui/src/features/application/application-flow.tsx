import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { findNewestApplication, findPendingApplication } from '../../api/applications';
import { Alert } from '../../components/feedback/alert';
import { showToast } from '../../components/feedback/toast';
import { Card } from '../../components/layout/card';
import { PageHeading } from '../../components/layout/page-heading';
import { application } from '../../content/membership/application';
import { sentApplication } from '../../content/membership/sent-application';
import { sessionStore } from '../../session/browser-session';
import { AlreadySubmitted, ApplicationReceived } from './submission/submitted-application';
import { ApplicationWizard } from './wizard/application-wizard';
import { takeUnsent, type Unsent } from './changes/edited-answers';
import { dropSubmittedDraft } from './draft/current-draft';
import { useOpenedDraft } from './draft/use-draft';
import { SentApplication } from './sent/sent-application';
import { useEarlierAnswers } from './sent/use-earlier-answers';

const PENDING = ['applications', 'mine', 'pending'] as const;
const { withdrawal } = sentApplication;

export function ApplicationFlow({ userId }: { userId: string }) {
  /** The outcome of a submission; null before it. */
  const [sent, setSent] = useState<'received' | 'already-submitted' | null>(null);
  const [withdrawn, setWithdrawn] = useState(false);
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const {
    data: pending,
    isPending,
    refetch,
  } = useQuery({
    queryKey: PENDING,
    // Query functions must not return undefined.
    queryFn: async ({ signal }) => (await findPendingApplication(signal)) ?? null,
    // An outdated response must not show the form.
    gcTime: 0,
  });
  useEffect(() => {
    if (pending) dropSubmittedDraft();
  }, [pending]);
  const opened = useOpenedDraft(userId, sent === null && !isPending && !pending);
  const form = useEarlierAnswers(opened, pending === null, unsent);

  const openForm = () => {
    setUnsent(takeUnsent());
    setSent(null);
    queries.setQueryData(PENDING, null);
  };
  const showWithdrawn = () => {
    // The last step shows all answers. A form that opened at another step would move the focus from the notice.
    void navigate('?step=3', { replace: true, flushSync: true });
    setWithdrawn(true);
    openForm();
  };
  /** Shows the decision that was made first. Another tab may also have withdrawn the application. */
  const showDecision = async () => {
    const newest = await findNewestApplication().catch(() => undefined);
    if (newest?.status === 'pending') {
      void refetch();
      return;
    }
    if (newest !== undefined) showToast(withdrawal.decided[newest.status]);
    // Members see another page.
    if (newest?.status === 'approved') void sessionStore.readProfile();
    else openForm();
  };

  if (sent === 'received') return <ApplicationReceived />;
  if (sent !== null || pending) {
    return (
      <>
        <AlreadySubmitted submittedAt={pending?.submitted_at} takesFocus={sent !== null} />
        {pending && (
          <SentApplication
            key={pending.id}
            userId={userId}
            id={pending.id}
            onWithdrawn={showWithdrawn}
            onOutdated={() => void showDecision()}
          />
        )}
      </>
    );
  }
  return (
    <Card>
      <PageHeading size="card">{application.title}</PageHeading>
      {withdrawn && form !== null && (
        <Alert variant="success" takesFocus className="mt-4">
          {withdrawal.done}
        </Alert>
      )}
      {form === null ? (
        <output className="mt-4 block text-muted">{application.checking}</output>
      ) : (
        <div className="mt-6">
          <ApplicationWizard
            draft={form.draft}
            earlier={form.earlier}
            onReceived={() => {
              setWithdrawn(false);
              setSent('received');
            }}
            onAlreadyPending={() => {
              dropSubmittedDraft();
              setWithdrawn(false);
              setSent('already-submitted');
              // Another tab or device has submitted the application, so its date is loaded.
              void refetch();
            }}
          />
        </div>
      )}
    </Card>
  );
}
