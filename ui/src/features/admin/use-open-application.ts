/** Which application is open in the dialog: `?application=<id>`, so that it can be linked to, and Back closes it. */
import { useLocation } from 'react-router-dom';
import { useAddress } from '../../lib/use-address';
import { useGoBack } from '../../lib/use-go-back';

const PARAMETER = 'application';

type OpenedHere = { openedHere?: boolean } | null;

export function useOpenApplication() {
  const { params, change } = useAddress();
  const location = useLocation();
  const goBack = useGoBack();

  const open = (id: string) => {
    const state = { openedHere: true } satisfies OpenedHere;
    change((next) => next.set(PARAMETER, id), { push: true, state });
  };

  const close = () => {
    if ((location.state as OpenedHere)?.openedHere === true) goBack();
    // Opened by a link from elsewhere: going back would leave the dashboard.
    else change((next) => next.delete(PARAMETER));
  };

  return { openId: params.get(PARAMETER), open, close };
}
