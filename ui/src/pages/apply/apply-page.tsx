/** /apply: for applicants only. Nothing is shown until the session and the roles are known. */
import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { paths } from '../../content/site/pages';
import { showToast } from '../../components/toast';
import { application } from '../../content/membership/application';
import { ApplicationFlow } from '../../features/application/application-flow';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { hasAnswers } from '../../features/application/draft-of-person';
import { RequireRole } from '../../features/signed-in/require-role';
import { isApplicant } from '../../session/roles';
import { sessionBoard } from '../../session/session-board';

/** Being led to the sign-in form in the middle of an answer needs a word of explanation; a pressed Sign Out does not. */
function useEndedNotice() {
  useEffect(
    () =>
      sessionBoard.subscribe((event) => {
        if (event.type !== 'SIGNED_OUT' || event.asked) return;
        const { title, description, kept } = application.sessionEnded;
        showToast({ title, description: hasAnswers() ? `${description} ${kept}` : description });
      }),
    [],
  );
}

function ApplyFrame({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-3xl px-5 py-12 sm:py-16">{children}</div>;
}

export function ApplyPage() {
  useEndedNotice();
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
      visitor={<Navigate to={paths.auth} replace />}
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
