// /apply: for applicants only. Nothing is shown until the session and the roles are known.
import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../app/paths';
import { showToast } from '../../components/toast';
import { application } from '../../content/application';
import { ApplicationFlow } from '../../features/application/application-flow';
import { isApplicant } from '../../session/roles';
import { useSession, type SessionState } from '../../session/use-session';

/** Being led to the sign-in form in the middle of an answer needs a word of explanation; a pressed Sign Out does not. */
function useEndedNotice(session: SessionState) {
  const before = useRef(session.status);
  useEffect(() => {
    const ended = before.current === 'signed-in' && session.status === 'signed-out';
    before.current = session.status;
    if (ended && session.asked !== true) showToast(application.sessionEnded);
  }, [session]);
}

export function ApplyPage() {
  const session = useSession();
  useEndedNotice(session);
  if (session.status === 'loading') return null;
  if (session.status === 'signed-out') return <Navigate to={paths.auth} replace />;
  if (session.roles === 'loading') return null;
  if (!isApplicant(session.roles)) return <Navigate to={paths.home} replace />;

  const { id } = session.session.user;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-12 sm:py-16">
      <ApplicationFlow key={id} userId={id} />
    </div>
  );
}
