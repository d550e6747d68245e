/** The address of the account, as the site knows it, and since when. */
import { FactList } from '../../components/fact-list';
import { Moment } from '../../components/moment';
import { account } from '../../content/account/account';
import type { CurrentUser } from '../../api/users';

export function OwnDetails({ profile }: { profile: CurrentUser }) {
  const { email, since, none } = account.details;
  return (
    <FactList
      none={none}
      facts={[
        [email, profile.email],
        [since, <Moment key="since" at={profile.created_at} long />],
      ]}
    />
  );
}
