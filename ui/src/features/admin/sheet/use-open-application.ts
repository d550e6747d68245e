/** `?application=<id>` names the open application, so that it can be linked to and Back closes it. */
import { useLocation } from 'react-router-dom';
import { useAddress } from '../../../lib/use-address';
import { useGoBack } from '../../../lib/use-go-back';

const PARAMETER = 'application';

/** Set while the previous history entry is the list behind the dialog. */
type OpenedHere = { openedHere?: boolean } | null;

export function useOpenApplication() {
  const { params, change } = useAddress();
  const location = useLocation();
  const goBack = useGoBack();
  const state = location.state as OpenedHere;

  return {
    openId: params.get(PARAMETER),
    open(id: string) {
      const here = { openedHere: true } satisfies OpenedHere;
      change((next) => next.set(PARAMETER, id), { push: true, state: here });
    },
    /** Shows another application in the same history entry. */
    swap: (id: string) => change((next) => next.set(PARAMETER, id), { state }),
    close() {
      if (state?.openedHere === true) goBack();
      // Opened by a link from elsewhere or on another page: going back would leave the list.
      else change((next) => next.delete(PARAMETER));
    },
  };
}
