/** Moves the focus when the step changes: to the heading, or to the requested field. */
import { useLayoutEffect, useRef } from 'react';
import type { FieldName, Step } from '../../../content/membership/application-fields';

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
