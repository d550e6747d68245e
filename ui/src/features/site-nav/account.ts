/** What the header shows of the session. */
import { headerWords } from '../../content/navigation';
import { isAdmin } from '../../session/roles';
import type { SessionState } from '../../session/use-session';
import { paths } from '../../content/pages';

export interface AccountView {
  firstName: string;
  links: readonly { to: string; label: string }[];
}

export function accountView(state: Extract<SessionState, { status: 'signed-in' }>): AccountView {
  const links: { to: string; label: string }[] = [
    { to: paths.apply, label: headerWords.applyForMembership },
  ];
  if (state.roles !== 'loading' && isAdmin(state.roles)) {
    links.push({ to: paths.admin, label: headerWords.adminDashboard });
  }
  return { firstName: state.profile?.first_name.trim() || headerWords.unnamedUser, links };
}
