import { Card } from '../../components/layout/card';
import { UsersPanel } from '../../features/admin/users/users-panel';
import { Reauthentication, useReauthentication } from '../../features/account/use-reauthentication';
import { Invitations } from './invitations';

/** The Users tab, whose acts need a recent authentication. */
export default function UsersTab() {
  const { attempt, asked } = useReauthentication();
  const dialog = (finalFocus: () => HTMLElement | null) => (
    <Reauthentication asked={asked} finalFocus={finalFocus} />
  );
  return (
    <div className="space-y-5">
      <UsersPanel proof={{ attempt, dialog }} />
      <Card>
        <Invitations />
      </Card>
    </div>
  );
}
