import type { UserSummary } from '../../../api/admin/users';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { users } from '../../../content/membership/users';
import { paths } from '../../../content/site/pages';

const tones = { active: 'good', unverified: 'waiting', disabled: 'bad' } as const;

export const StateBadge = ({ state }: Pick<UserSummary, 'state'>) => (
  <StatusBadge tone={tones[state]}>{users.states[state]}</StatusBadge>
);

export const applicationPath = (id: string) => `${paths.admin}?application=${id}`;
