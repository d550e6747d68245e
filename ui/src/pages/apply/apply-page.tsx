// /apply: for applicants only. Nothing is shown until the session and the roles are known.
import { Navigate } from 'react-router-dom';
import { paths } from '../../app/paths';
import { ApplicationFlow } from '../../features/application/application-flow';
import { isApplicant } from '../../session/roles';
import { useSession } from '../../session/use-session';

export function ApplyPage() {
  const session = useSession();
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
