/** Which application is open in the dialog: `?application=<id>`, so that it can be linked to, and Back closes it. */
import { useLocation } from 'react-router-dom';
import { useAddress } from '../../../lib/use-address';
import { useGoBack } from '../../../lib/use-go-back';

const PARAMETER = 'application';

/** Set while the entry before this one in the history is the list as it is behind the dialog. */
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
    /** Another one in its place, in the same entry of the history. */
    swap: (id: string) => change((next) => next.set(PARAMETER, id), { state }),
    close() {
      if (state?.openedHere === true) goBack();
      // Opened by a link from elsewhere, or on another page of the list: going back would lead away.
      else change((next) => next.delete(PARAMETER));
    },
  };
}
