/**
 * The step is in the URL (`?step=2`). The browser's Back acts like Previous, and incomplete steps cannot be skipped.
 */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { FieldName, Step } from '../../../content/membership/application-fields';
import { useGoBack } from '../../../lib/hooks/use-go-back';

const parseStep = (text: string | null): Step | null =>
  text === '1' ? 1 : text === '2' ? 2 : text === '3' ? 3 : null;

type StepOrigin = { from?: Step } | null;

export function useWizardStep(furthest: Step) {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const requested = parseStep(params.get('step')) ?? 1;
  const step = requested > furthest ? furthest : requested;

  useEffect(() => {
    if (requested !== step) void navigate({ search: `?step=${step}` }, { replace: true });
  }, [requested, step, navigate]);

  // A second Enter before the step changes would add a second history entry.
  const target = useRef<Step | null>(null);
  useEffect(() => {
    target.current = null;
  }, [location.key]);
  const goTo = useCallback(
    (next: Step) => {
      if (target.current === next) return;
      target.current = next;
      void navigate({ search: `?step=${next}` }, { state: { from: step } satisfies StepOrigin });
    },
    [navigate, step],
  );

  const { from } = (location.state as StepOrigin) ?? {};
  const previous = () => {
    const before: Step = step === 3 ? 2 : 1;
    // After Next, goes back in the history, so that Back and Previous stay equivalent.
    if (from === before) goBack();
    else void navigate({ search: `?step=${before}` }, { replace: true });
  };

  /** The step was opened from the review. */
  const toReview = step < 3 && from === 3;
  const restart = () => {
    if (step !== 1 || toReview) void navigate({ search: '?step=1' }, { replace: step === 1 });
  };

  return { step, goTo, goBack, previous, toReview, restart };
}

/** Moves the focus when the step changes: to the heading, or to the requested field. */
export function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const requested = useRef<FieldName | 'summary' | null>(null);
  // Runs before the new step is painted.
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (requested.current === null) heading.current?.focus();
    // The error summary focuses itself.
    else if (requested.current !== 'summary') document.getElementById(requested.current)?.focus();
    requested.current = null;
  }, [step]);
  return {
    heading,
    /** Requests the focus for the next step. */
    requestFocus: (target: FieldName | 'summary') => {
      requested.current = target;
    },
  };
}
