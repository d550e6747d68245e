/** The step of the wizard lives in the address (?step=2): Back means Previous, and no step opens before its turn. */
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Step } from '../../content/application-fields';
import { useGoBack } from '../../lib/use-go-back';

const asStep = (text: string | null): Step | null =>
  text === '1' ? 1 : text === '2' ? 2 : text === '3' ? 3 : null;

type CameFrom = { from?: Step } | null;

export function useWizardStep(furthest: Step) {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const asked = asStep(params.get('step')) ?? 1;
  const step = asked > furthest ? furthest : asked;

  useEffect(() => {
    if (asked !== step) void navigate({ search: `?step=${step}` }, { replace: true });
  }, [asked, step, navigate]);

  const goTo = useCallback(
    (next: Step) => {
      void navigate({ search: `?step=${next}` }, { state: { from: step } satisfies CameFrom });
    },
    [navigate, step],
  );

  const previous = () => {
    const before: Step = step === 3 ? 2 : 1;
    const came = location.state as CameFrom;
    // Reached by Next: go back in the history, so that Back and Previous stay the same thing.
    if (came?.from === before) goBack();
    else void navigate({ search: `?step=${before}` }, { replace: true });
  };

  return { step, goTo, previous };
}
