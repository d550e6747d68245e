/** What is open in a sheet is in the URL, such as `?application=<id>`, so Back closes it. */
import { useLocation } from 'react-router-dom';
import { useGoBack } from '../../../lib/hooks/use-go-back';
import { useUrlState } from '../../../lib/hooks/use-url-state';

/** The previous history entry is the list without the dialog. */
type OpenedHere = { openedHere?: boolean } | null;

export function useOpened(parameter: string) {
  const { params, change } = useUrlState();
  const location = useLocation();
  const goBack = useGoBack();
  const state = location.state as OpenedHere;

  return {
    openId: params.get(parameter),
    open(id: string) {
      const here = { openedHere: true } satisfies OpenedHere;
      change((next) => next.set(parameter, id), { push: true, state: here });
    },
    /** Replaces the history entry. */
    swap: (id: string) => change((next) => next.set(parameter, id), { state }),
    close() {
      // The dialog is shown before the router has committed its history entry.
      const entry = window.history.state as { usr?: OpenedHere } | null;
      if (state?.openedHere === true || entry?.usr?.openedHere === true) goBack();
      // It was opened by a link from another page, so going back would leave the list.
      else change((next) => next.delete(parameter));
    },
  };
}
