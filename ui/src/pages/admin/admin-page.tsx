/** /admin: the dashboard for admins, Access Denied for everybody else, signed in or not. */
import { PageHeading } from '../../components/page-heading';
import { Skeleton } from '../../components/skeleton';
import { admin } from '../../content/admin';
import { AdminDashboard } from '../../features/admin/admin-dashboard';
import { isAdmin } from '../../session/roles';
import { useSession } from '../../session/use-session';

export function AdminPage() {
  const session = useSession();
  const unknown =
    session.status === 'loading' || (session.status === 'signed-in' && session.roles === 'loading');
  const mayEnter =
    session.status === 'signed-in' && session.roles !== 'loading' && isAdmin(session.roles);

  if (!unknown && !mayEnter) {
    return (
      <div className="mx-auto w-full max-w-2xl px-5 py-16 text-center">
        <PageHeading>{admin.denied.title}</PageHeading>
        <p className="mt-4">{admin.denied.text}</p>
      </div>
    );
  }
  return (
    <div className="mx-auto w-full max-w-7xl px-5 py-10 lg:px-8">
      <PageHeading>{admin.title}</PageHeading>
      <div className="mt-6">
        {unknown ? <Skeleton label={admin.checkingAccess} lines={6} /> : <AdminDashboard />}
      </div>
    </div>
  );
}
