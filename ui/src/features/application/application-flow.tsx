import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findPendingApplication } from '../../api/applications';
import { Card } from '../../components/layout/card';
import { PageHeading } from '../../components/layout/page-heading';
import { application } from '../../content/membership/application';
import { AlreadySubmitted, ApplicationReceived } from './submission/submitted-application';
import { ApplicationWizard } from './wizard/application-wizard';
import { dropSubmittedDraft } from './draft/current-draft';
import { useOpenedDraft } from './draft/use-draft';

export function ApplicationFlow({ userId }: { userId: string }) {
  /** The outcome of a submission; null before it. */
  const [sent, setSent] = useState<'received' | 'already-submitted' | null>(null);
  const {
    data: pending,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['applications', 'mine', 'pending'],
    // Query functions must not return undefined.
    queryFn: async ({ signal }) => (await findPendingApplication(signal)) ?? null,
    // An outdated response must not show the form.
    gcTime: 0,
  });
  useEffect(() => {
    if (pending) dropSubmittedDraft();
  }, [pending]);
  const draft = useOpenedDraft(userId, sent === null && !isPending && !pending);

  if (sent === 'received') return <ApplicationReceived />;
  if (sent !== null || pending) {
    return <AlreadySubmitted submittedAt={pending?.submitted_at} takesFocus={sent !== null} />;
  }
  return (
    <Card>
      <PageHeading size="card">{application.title}</PageHeading>
      {draft === null ? (
        <output className="mt-4 block text-muted">{application.checking}</output>
      ) : (
        <div className="mt-6">
          <ApplicationWizard
            draft={draft}
            onReceived={() => setSent('received')}
            onAlreadyPending={() => {
              dropSubmittedDraft();
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
