/** A line with the next step, next to buttons without an action and in every footer. Only the visitor's line is prerendered. */
import { lazy, Suspense } from 'react';
import { paths } from '../../content/site/pages';
import { visitorStep } from '../../content/membership/visitor-step';
import { signUpProgress } from '../../lib/sign-up-progress';
import { isSeasonClosed } from '../../session/season';
import { useSession } from '../../session/session-state';
import { NextStepLine, type NextStepLineProps } from './next-step-line';

// The page works without the line.
const Own = lazy(() => import('./own-next-step').catch(() => ({ default: () => null })));

interface Props extends Omit<NextStepLineProps, 'step'> {
  /** The path of the screen. The not-found page is one file for every URL. */
  screen?: string;
}

export function NextStep({ screen, ...props }: Props) {
  const { status } = useSession();
  // The prerendered HTML contains the visitor's line, so hydration renders it while the session loads.
  const isNew = status === 'signed-out' && !signUpProgress() && !isSeasonClosed();
  if (status === 'loading' || isNew) {
    // The account pages are the next step.
    return screen?.startsWith(paths.auth) ? null : <NextStepLine {...props} step={visitorStep} />;
  }
  return (
    <Suspense fallback={<NextStepLine {...props} step={null} />}>
      <Own {...props} />
    </Suspense>
  );
}
