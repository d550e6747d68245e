import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  findNewestApplication,
  findPendingApplication,
  type MyApplication,
  readApplication,
} from '../../api/applications';
import { Alert, RetryAlert } from '../../components/feedback/alert';
import { showToast } from '../../components/feedback/toast';
import { Card } from '../../components/layout/card';
import { PageHeading } from '../../components/layout/page-heading';
import { application } from '../../content/membership/application';
import { season } from '../../content/membership/season';
import { sentApplication } from '../../content/membership/sent-application';
import { sessionStore } from '../../session/browser-session';
import { AlreadySubmitted, ApplicationReceived } from './sent/submitted-application';
import { ApplicationWizard } from './form/application-wizard';
import { RequestedChanges } from './changes/requested-changes';
import { takeUnsent, type Unsent } from './changes/edited-answers';
import { dropSubmittedDraft } from './form/submission';
import { type ApplicationDraft, openDraft } from './draft/draft';
import { isSeasonClosed } from '../../session/season';
import { ApplicationsClosed, SeasonDates } from './season';
import { SentApplication, useSentApplication } from './sent/sent-application';
import { useEarlierAnswers } from './sent/use-earlier-answers';

const OWN = ['applications', 'mine', 'own'] as const;
const { withdrawal } = sentApplication;

const unread = (cause: unknown) => console.warn('An application could not be read.', cause);

/** The pending application, with its answers so that nothing moves when they arrive, and a rejected one before it. */
async function readOwn(signal: AbortSignal) {
  const newest = findNewestApplication(signal).catch(unread);
  const pending = (await findPendingApplication(signal)) ?? null;
  const answers = pending && (await readApplication(pending.id, signal).catch(unread));
  const last = await newest;
  return { pending, answers, rejected: last?.status === 'rejected' ? last : null };
}

/** Null until the saved draft is read, for up to three seconds. */
function useOpenedDraft(userId: string, wanted: boolean): ApplicationDraft | null {
  const [opened, setOpened] = useState<ApplicationDraft | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let isMounted = true;
    const draft = openDraft(userId);
    void draft.load().then(() => {
      if (isMounted) setOpened(draft);
    });
    return () => {
      isMounted = false;
      void draft.flush();
    };
  }, [userId, wanted]);
  return opened;
}

export function ApplicationFlow({ userId }: { userId: string }) {
  /** The outcome of a submission; null before it. */
  const [sent, setSent] = useState<'received' | 'already-submitted' | null>(null);
  const [withdrawn, setWithdrawn] = useState(false);
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isUnknown, setUnknown] = useState(false);
  /** `refused` if the season ended while the form was open. */
  const [closed, setClosed] = useState(() => (isSeasonClosed() ? 'before' : null));
  const { data, isPending, refetch } = useQuery({
    queryKey: OWN,
    queryFn: ({ signal }) => readOwn(signal),
    // An outdated response must not show the form.
    gcTime: 0,
  });
  const pending = data?.pending ?? null;
  const read = useSentApplication(pending?.id, data?.answers ?? undefined);
  useEffect(() => {
    if (pending) dropSubmittedDraft();
  }, [pending]);
  const opened = useOpenedDraft(userId, sent === null && !isPending && !pending && !closed);
  const form = useEarlierAnswers(opened, data?.rejected ?? null, unsent);

  const openForm = (rejected: MyApplication | null = null) => {
    setUnsent(takeUnsent());
    setSent(null);
    queries.setQueryData(OWN, { pending: null, answers: null, rejected });
  };
  const showWithdrawn = () => {
    // The last step shows all answers. A form that opened at another step would move the focus from the notice.
    void navigate('?step=3', { replace: true, flushSync: true });
    setWithdrawn(true);
    openForm();
  };
  /** Shows the decision that was made first. Another tab may also have withdrawn the application. */
  const showDecision = async () => {
    const newest = await findNewestApplication().catch((cause: unknown) => (unread(cause), null));
    // A failed request does not mean that there is no application.
    setUnknown(newest === null);
    if (newest === null) return;
    if (newest?.status === 'pending') {
      void refetch();
      return;
    }
    if (newest !== undefined) showToast(withdrawal.decided[newest.status]);
    // Members see another page.
    if (newest?.status === 'approved') void sessionStore.readProfile();
    else openForm(newest ?? null);
  };

  if (sent === 'received') return <ApplicationReceived />;
  if (sent !== null || pending) {
    const isAsked = read.data?.status === 'pending' && Boolean(read.data.change_request);
    return (
      <>
        {isUnknown && (
          <div className="mb-6">
            <RetryAlert retry={sentApplication.retry} onRetry={() => void showDecision()}>
              {sentApplication.unknown}
            </RetryAlert>
          </div>
        )}
        <AlreadySubmitted
          submittedAt={pending?.submitted_at}
          takesFocus={sent !== null}
          isAsked={isAsked}
          // Answers are changed only for a request.
          isRead={isAsked || (read.data?.version ?? 1) > 1}
        >
          {read.data !== undefined && (
            <RequestedChanges
              key={read.data.id}
              userId={userId}
              application={read.data}
              onRead={read.show}
              onGone={() => void read.refetch()}
            />
          )}
        </AlreadySubmitted>
        {pending && (
          <SentApplication
            key={pending.id}
            read={read}
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
      {withdrawn && (form !== null || closed !== null) && (
        <Alert variant="success" takesFocus className="mt-4">
          {closed === null ? withdrawal.done : season.withdrawn}
        </Alert>
      )}
      {closed === null && <SeasonDates />}
      {closed !== null && !isPending ? (
        <ApplicationsClosed takesFocus={closed === 'refused'} />
      ) : form === null ? (
        <output className="mt-4 block text-muted">{application.checking}</output>
      ) : (
        <div className="mt-6">
          <ApplicationWizard
            draft={form.draft}
            earlier={form.earlier}
            onClosed={() => setClosed('refused')}
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
