/**
 * One line with the next step, beside buttons without an action and in every footer. The visitor's line is part of the
 * page, the others are loaded.
 */
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { visitorStep } from '../../content/membership/visitor-step';
import { signUpProgress } from '../../lib/sign-up-progress';
import { useSession } from '../../session/use-session';
import { NextStepLine, type NextStepLineProps } from './next-step-line';

// The page works without the line.
const Own = lazy(() => import('./own-next-step').catch(() => ({ default: () => null })));

export function NextStep(place: Omit<NextStepLineProps, 'step'>) {
  const { status } = useSession();
  const { pathname } = useLocation();
  // The HTML is a visitor's: hydration must render the same while the session loads.
  if (status === 'loading' || (status === 'signed-out' && !signUpProgress())) {
    // The account pages are the next step themselves.
    return place.inFooter && pathname.startsWith(paths.auth) ? null : (
      <NextStepLine {...place} step={visitorStep} />
    );
  }
  return (
    <Suspense fallback={<NextStepLine {...place} step={null} />}>
      <Own {...place} />
    </Suspense>
  );
}
