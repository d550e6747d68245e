/** The open application is in the URL (`?application=<id>`), so Back closes it. */
import { useLocation } from 'react-router-dom';
import { useUrlState } from '../../../lib/hooks/use-url-state';
import { useGoBack } from '../../../lib/hooks/use-go-back';

const PARAMETER = 'application';

/** The previous history entry is the list without the dialog. */
type OpenedHere = { openedHere?: boolean } | null;

export function useOpenApplication() {
  const { params, change } = useUrlState();
  const location = useLocation();
  const goBack = useGoBack();
  const state = location.state as OpenedHere;

  return {
    openId: params.get(PARAMETER),
    open(id: string) {
      const here = { openedHere: true } satisfies OpenedHere;
      change((next) => next.set(PARAMETER, id), { push: true, state: here });
    },
    /** Replaces the history entry. */
    swap: (id: string) => change((next) => next.set(PARAMETER, id), { state }),
    close() {
      // The dialog is shown before the router has committed its history entry.
      const entry = window.history.state as { usr?: OpenedHere } | null;
      if (state?.openedHere === true || entry?.usr?.openedHere === true) goBack();
      // The application was opened by a link from another page, so going back would leave the list.
      else change((next) => next.delete(PARAMETER));
    },
  };
}
