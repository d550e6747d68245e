/** /admin: the dashboard for admins, Access Denied for everybody else, signed in or not. */
import type { ReactNode } from 'react';
import { PageHeading } from '../../components/page-heading';
import { Skeleton } from '../../components/skeleton';
import { admin } from '../../content/admin';
import { AdminDashboard } from '../../features/admin/admin-dashboard';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { RequireRole } from '../../features/signed-in/require-role';
import { isAdmin } from '../../session/roles';

/** The same while roles load and afterwards, so that its heading keeps the focus. */
function AdminFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-7xl px-5 py-4 lg:px-8 lg:pt-2">
      <PageHeading size="small">{admin.title}</PageHeading>
      <div className="mt-1.5">{children}</div>
    </div>
  );
}

const denied = (
  <div className="mx-auto w-full max-w-2xl px-5 py-16 text-center">
    <PageHeading>{admin.denied.title}</PageHeading>
    <p className="mt-4">{admin.denied.text}</p>
  </div>
);

export function AdminPage() {
  return (
    <RequireRole
      allows={isAdmin}
      waiting={
        <AdminFrame>
          <Skeleton label={admin.checkingAccess} lines={6} />
        </AdminFrame>
      }
      unchecked={
        <AdminFrame>
          <AccountUnchecked />
        </AdminFrame>
      }
      visitor={denied}
      refused={denied}
    >
      {(userId) => (
        <AdminFrame>
          <AdminDashboard key={userId} userId={userId} />
        </AdminFrame>
      )}
    </RequireRole>
  );
}
