/** /apply: for applicants only. Blank until session and roles are known. */
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Card } from '../../components/layout/card';
import { PageHeading } from '../../components/layout/page-heading';
import { paths } from '../../content/site/pages';
import { showToast } from '../../components/feedback/toast';
import { application } from '../../content/membership/application';
import { signInPath } from '../../content/site/return-address';
import { ApplicationFlow } from '../../features/application/application-flow';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { hasUnsentChanges } from '../../features/application/changes/edited-answers';
import { hasAnswers } from '../../features/application/draft/draft';
import { RequireRole } from '../../features/signed-in/require-role';
import { isApplicant } from '../../session/roles';
import { sessionState } from '../../session/session-state';

/** Explains why a session has ended, unless the user pressed Sign Out. */
function useEndedNotice() {
  useEffect(
    () =>
      sessionState.subscribe((event) => {
        if (event.type !== 'SIGNED_OUT' || event.asked) return;
        const { title, description, kept } = application.sessionEnded;
        const isKept = hasAnswers() || hasUnsentChanges();
        showToast({ title, description: isKept ? `${description} ${kept}` : description });
      }),
    [],
  );
}

function ApplyFrame({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-3xl px-5 py-12 sm:py-16">{children}</div>;
}

export function ApplyPage() {
  useEndedNotice();
  const location = useLocation();
  return (
    <RequireRole
      allows={isApplicant}
      waiting={null}
      unchecked={
        <ApplyFrame>
          <Card>
            <PageHeading size="card">{application.title}</PageHeading>
            <AccountUnchecked />
          </Card>
        </ApplyFrame>
      }
      visitor={<Navigate to={signInPath(location)} replace />}
      refused={<Navigate to={paths.home} replace />}
    >
      {(userId) => (
        <ApplyFrame>
          <ApplicationFlow key={userId} userId={userId} />
        </ApplyFrame>
      )}
    </RequireRole>
  );
}
