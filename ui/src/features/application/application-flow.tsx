/**
 * What an applicant sees at /apply: the check, then the form, the thank-you or the application that is already there.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findPendingApplication } from '../../api/applications';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { application } from '../../content/membership/application';
import { AlreadySubmitted } from './already-submitted';
import { ApplicationReceived } from './application-received';
import { ApplicationWizard } from './application-wizard';
import { dropSubmitted } from './draft-of-person';
import { useOpenedDraft } from './use-draft';

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
    // Never show the form because of an old answer.
    gcTime: 0,
  });
  useEffect(() => {
    if (pending) dropSubmitted();
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
                  dropSubmitted();
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
