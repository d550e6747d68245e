/** Which application is open in the dialog: `?application=<id>`, so that it can be linked to, and Back closes it. */
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

type OpenedHere = { openedHere?: boolean } | null;

export function useOpenApplication() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();

  const open = (id: string) => {
    setParams(
      (now) => {
        now.set('application', id);
        return now;
      },
      { state: { openedHere: true } satisfies OpenedHere, preventScrollReset: true },
    );
  };

  const close = () => {
    if ((location.state as OpenedHere)?.openedHere === true) {
      void navigate(-1);
      return;
    }
    // Opened by a link from elsewhere: going back would leave the dashboard.
    setParams(
      (now) => {
        now.delete('application');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  return { openId: params.get('application'), open, close };
}
