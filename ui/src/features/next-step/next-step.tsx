/**
 * One plain line that says what to do next: beside each button that has no action yet, and in the footer of every
 * screen. A visitor's is part of the page; for everyone else it is loaded.
 */
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { visitorStep } from '../../content/membership/visitor-step';
import { signUpProgress } from '../../lib/sign-up-progress';
import { useSession } from '../../session/use-session';
import { Line, type LineProps } from './line';

// A line that does not arrive costs nobody the page.
const Own = lazy(() => import('./own-next-step').catch(() => ({ default: () => null })));

export function NextStep(place: Omit<LineProps, 'step'>) {
  const { status } = useSession();
  const { pathname } = useLocation();
  // The HTML is written for a visitor: while the session loads, as at hydration, nothing has changed.
  if (status === 'loading' || (status === 'signed-out' && !signUpProgress())) {
    // The pages of the accounts are the next step themselves.
    return place.inFooter && pathname.startsWith(paths.auth) ? null : (
      <Line {...place} step={visitorStep} />
    );
  }
  return (
    <Suspense fallback={<Line {...place} step={null} />}>
      <Own {...place} />
    </Suspense>
  );
}
