import { headerWords } from '../../content/site/navigation';
import { isAdmin } from '../../session/roles';
import type { SessionState } from '../../session/session-state';
import { paths } from '../../content/site/pages';

export type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

/** The first name and the links of a user's menu. */
export function accountView(state: SignedIn) {
  const links: { to: string; label: string }[] = [
    { to: paths.apply, label: headerWords.applyForMembership },
  ];
  const { roles, profile, session } = state;
  if (typeof roles !== 'string' && isAdmin(roles)) {
    links.push({ to: paths.admin, label: headerWords.adminDashboard });
  }
  // Until the profile is loaded, the session provides the name.
  const sessionName = roles === 'loading' ? session.user.firstName : undefined;
  const firstName = (profile?.first_name ?? sessionName ?? '').trim();
  return { firstName: firstName || headerWords.unnamedUser, links };
}
