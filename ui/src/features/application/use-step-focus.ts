/** Where the focus goes when the step changes: to its heading, or to the field that was asked for. */
import { useLayoutEffect, useRef } from 'react';
import type { FieldName, Step } from '../../content/membership/application-fields';

export function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const wanted = useRef<FieldName | 'summary' | null>(null);
  // Before anything of the new step is painted.
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (wanted.current === null) heading.current?.focus();
    // The summary of the faults takes the focus by itself.
    else if (wanted.current !== 'summary') document.getElementById(wanted.current)?.focus();
    wanted.current = null;
  }, [step]);
  return {
    heading,
    /** What takes the focus when the next step is shown. */
    want: (target: FieldName | 'summary') => {
      wanted.current = target;
    },
  };
}
