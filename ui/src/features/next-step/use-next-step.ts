/** The next step of whoever looks at the page. */
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../content/pages';
import { type Step, visitorStep } from '../../content/visitor-step';
import { signUpProgress } from '../../lib/sign-up-progress';
import { useHydrated } from '../../lib/use-hydrated';
import type { Roles } from '../../session/roles';
import { type SessionState, useSession } from '../../session/use-session';

const VISITOR = 'visitor';
const WAITING = 'waiting';

/** A key for the viewer: with the same key, the step is the same. */
function viewerOf(session: SessionState): string {
  if (session.status === 'signed-out') return signUpProgress() ?? VISITOR;
  if (session.status === 'loading' || session.roles === 'loading') return WAITING;
  if (session.roles === 'unknown') return 'unchecked';
  return `${session.session.user.id} ${session.roles.join(' ')}`;
}

/** Several lines of a page ask once. */
let asked: { viewer: string; step: Promise<Step>; found: Step | null } | null = null;

async function load(viewer: string): Promise<Step> {
  const { stepOf, stepOfAccount } = await import('./own-step');
  if (viewer === 'signed-up' || viewer === 'confirmed' || viewer === 'unchecked')
    return stepOf(viewer);
  return stepOfAccount(viewer.split(' ').slice(1) as unknown as Roles);
}

function ask(viewer: string): Promise<Step> {
  if (asked?.viewer === viewer) return asked.step;
  const asking = { viewer, step: load(viewer), found: null as Step | null };
  asked = asking;
  asking.step
    .then((step) => {
      asking.found = step;
    })
    .catch((cause: unknown) => {
      console.warn('The next step could not be loaded.', cause);
      if (asked === asking) asked = null;
    });
  return asking.step;
}

/** Null while it is being looked up. */
export function useNextStep(): Step | null {
  const session = useSession();
  const { pathname } = useLocation();
  // The HTML is written for a visitor.
  const isHydrated = useHydrated();
  // What happens there changes the step, and the page itself says what to do.
  const viewer = isHydrated ? (pathname === paths.apply ? WAITING : viewerOf(session)) : VISITOR;
  const [found, setFound] = useState<{ viewer: string; step: Step } | null>(null);

  useEffect(() => {
    if (viewer === VISITOR || viewer === WAITING) {
      asked = null;
      return undefined;
    }
    let here = true;
    ask(viewer)
      .then((step) => {
        if (here) setFound({ viewer, step });
      })
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, [viewer]);

  if (viewer === VISITOR) return visitorStep;
  if (found?.viewer === viewer) return found.step;
  return asked?.viewer === viewer ? asked.found : null;
}
