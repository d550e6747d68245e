/** The address of the account, as the site knows it, and since when. */
import { FactList } from '../../components/lists/fact-list';
import { DateTime } from '../../components/text/date-time';
import { account } from '../../content/account';
import type { CurrentUser } from '../../api/users';

export function OwnDetails({ profile }: { profile: CurrentUser }) {
  const { email, since, none } = account.details;
  return (
    <FactList
      none={none}
      facts={[
        [email, profile.email],
        [since, <DateTime key="since" at={profile.created_at} long />],
      ]}
    />
  );
}
