/** A line with the next step, next to buttons without an action and in every footer. Only the visitor's line is prerendered. */
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { visitorStep } from '../../content/membership/visitor-step';
import { signUpProgress } from '../../lib/sign-up-progress';
import { isSeasonClosed } from '../../session/season';
import { useSession } from '../../session/session-state';
import { NextStepLine, type NextStepLineProps } from './next-step-line';

// The page works without the line.
const Own = lazy(() => import('./own-next-step').catch(() => ({ default: () => null })));

export function NextStep(props: Omit<NextStepLineProps, 'step'>) {
  const { status } = useSession();
  const { pathname } = useLocation();
  // The prerendered HTML contains the visitor's line, so hydration renders it while the session loads.
  const isNew = status === 'signed-out' && !signUpProgress() && !isSeasonClosed();
  if (status === 'loading' || isNew) {
    // The account pages are the next step.
    return props.inFooter && pathname.startsWith(paths.auth) ? null : (
      <NextStepLine {...props} step={visitorStep} />
    );
  }
  return (
    <Suspense fallback={<NextStepLine {...props} step={null} />}>
      <Own {...props} />
    </Suspense>
  );
}
