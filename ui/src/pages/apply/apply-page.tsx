/** /apply: for applicants only. Nothing is shown until the session and the roles are known. */
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../content/paths';
import { showToast } from '../../components/toast';
import { application } from '../../content/application';
import { ApplicationFlow } from '../../features/application/application-flow';
import { isApplicant } from '../../session/roles';
import { sessionBoard } from '../../session/session-board';
import { useSession } from '../../session/use-session';

/** Being led to the sign-in form in the middle of an answer needs a word of explanation; a pressed Sign Out does not. */
function useEndedNotice() {
  useEffect(
    () =>
      sessionBoard.subscribe((event) => {
        if (event.type === 'SIGNED_OUT' && !event.asked) showToast(application.sessionEnded);
      }),
    [],
  );
}

export function ApplyPage() {
  const session = useSession();
  useEndedNotice();
  if (session.status === 'loading') return null;
  if (session.status === 'signed-out') return <Navigate to={paths.auth} replace />;
  if (session.roles === 'loading') return null;
  if (!isApplicant(session.roles)) return <Navigate to={paths.home} replace />;

  const { id } = session.session.user;
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-12 sm:py-16">
      <ApplicationFlow key={id} userId={id} />
    </div>
  );
}
