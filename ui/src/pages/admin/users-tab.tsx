import { UsersPanel } from '../../features/admin/users/users-panel';
import { Reauthentication, useReauthentication } from '../../features/account/use-reauthentication';

/** The Users tab, whose acts need a recent authentication. */
export default function UsersTab() {
  const { attempt, asked } = useReauthentication();
  const dialog = (finalFocus: () => HTMLElement | null) => (
    <Reauthentication asked={asked} finalFocus={finalFocus} />
  );
  return <UsersPanel proof={{ attempt, dialog }} />;
}
