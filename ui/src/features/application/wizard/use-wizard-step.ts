/**
 * The step is in the URL (`?step=2`). Back means Previous, and no step opens before the steps before it are complete.
 */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { FieldName, Step } from '../../../content/membership/application-fields';
import { useGoBack } from '../../../lib/hooks/use-go-back';

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

  // A second Enter before the step changes would add a second history entry.
  const asking = useRef<Step | null>(null);
  useEffect(() => {
    asking.current = null;
  }, [location.key]);
  const goTo = useCallback(
    (next: Step) => {
      if (asking.current === next) return;
      asking.current = next;
      void navigate({ search: `?step=${next}` }, { state: { from: step } satisfies CameFrom });
    },
    [navigate, step],
  );

  const came = location.state as CameFrom;
  const previous = () => {
    const before: Step = step === 3 ? 2 : 1;
    // Reached by Next: go back in the history, so that Back and Previous stay the same.
    if (came?.from === before) goBack();
    else void navigate({ search: `?step=${before}` }, { replace: true });
  };

  /** The step was opened by Change, or by an error of the review. */
  const toReview = step < 3 && came?.from === 3;
  const restart = () => {
    if (step !== 1 || toReview) void navigate({ search: '?step=1' }, { replace: step === 1 });
  };

  return { step, goTo, goBack, previous, toReview, restart };
}

/** Moves the focus when the step changes: to the heading, or to the requested field. */
export function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const wanted = useRef<FieldName | 'summary' | null>(null);
  // Before the new step is painted.
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (wanted.current === null) heading.current?.focus();
    // The error summary takes the focus by itself.
    else if (wanted.current !== 'summary') document.getElementById(wanted.current)?.focus();
    wanted.current = null;
  }, [step]);
  return {
    heading,
    /** Requests the focus for the next step. */
    want: (target: FieldName | 'summary') => {
      wanted.current = target;
    },
  };
}
