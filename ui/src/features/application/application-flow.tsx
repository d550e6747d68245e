import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findPendingApplication } from '../../api/applications';
import { Card } from '../../components/layout/card';
import { PageHeading } from '../../components/layout/page-heading';
import { application } from '../../content/membership/application';
import { AlreadySubmitted } from './submission/already-submitted';
import { ApplicationReceived } from './submission/application-received';
import { ApplicationWizard } from './wizard/application-wizard';
import { dropSubmittedDraft } from './draft/current-draft';
import { useOpenedDraft } from './draft/use-draft';

type View = 'checking' | 'form' | 'received' | 'already-submitted';

export function ApplicationFlow({ userId }: { userId: string }) {
  /** The outcome of a submission, null before one. */
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
  const open: View = draft === null ? 'checking' : 'form';
  const view: View = sent ?? (isPending ? 'checking' : pending ? 'already-submitted' : open);

  switch (view) {
    case 'checking':
      return (
        <Card>
          <PageHeading size="card">{application.title}</PageHeading>
          <output className="mt-4 block text-muted">{application.checking}</output>
        </Card>
      );
    case 'form':
      return (
        <Card>
          <PageHeading size="card">{application.title}</PageHeading>
          <div className="mt-6">
            {draft !== null && (
              <ApplicationWizard
                draft={draft}
                onReceived={() => setSent('received')}
                onAlreadyPending={() => {
                  dropSubmittedDraft();
                  setSent('already-submitted');
                  // Another tab or device has submitted: load the date.
                  void refetch();
                }}
              />
            )}
          </div>
        </Card>
      );
    case 'already-submitted':
      return <AlreadySubmitted submittedAt={pending?.submitted_at} takesFocus={sent !== null} />;
    case 'received':
      return <ApplicationReceived />;
  }
}
