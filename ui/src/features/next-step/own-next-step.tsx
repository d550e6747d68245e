import { useLocation } from 'react-router-dom';
import { paths, signInToApply } from '../../content/site/pages';
import { NextStepLine, type NextStepLineProps } from './next-step-line';
import { useEffect, useEffectEvent, useState } from 'react';
import { nextSteps } from '../../content/membership/next-steps';
import { hasFeature } from '../../lib/browser/site';
import type { Step } from '../../content/membership/visitor-step';
import { signUpProgress } from '../../lib/sign-up-progress';
import { isSeasonClosed } from '../../session/season';
import { type Roles, countsAsMember, isAdmin, isApplicant } from '../../session/roles';
import { type SessionState, useSession } from '../../session/session-state';
import {
  type MyApplication,
  findNewestApplication,
  readApplication,
  readDraft,
} from '../../api/applications';
import { dayOf, longDate } from '../../lib/format';

export default function OwnNextStep(props: Omit<NextStepLineProps, 'step'>) {
  const step = useOwnStep();
  const { pathname } = useLocation();
  // A page does not link to itself, and the account pages do not link to each other.
  const isCurrent =
    pathname === paths.apply ||
    step?.to === pathname ||
    (step?.to.startsWith(paths.auth) && pathname.startsWith(paths.auth));
  return props.inFooter && isCurrent ? null : <NextStepLine {...props} step={step} />;
}

interface Account {
  /** Equal keys mean equal steps. */
  key: string;
  roles: Roles;
}

/** The step; the account whose step must be fetched; or null while neither is known. */
function viewerOf(session: SessionState): Account | Step | null {
  if (session.status === 'signed-out') {
    if (signUpProgress() === 'signed-up') return nextSteps['signed-up'];
    if (isSeasonClosed()) return nextSteps.closed;
    const { confirmed } = nextSteps;
    return hasFeature('apply') ? { ...confirmed, to: signInToApply } : confirmed;
  }
  if (session.status === 'loading' || session.roles === 'loading') return null;
  const { roles } = session;
  if (roles === 'unknown') return nextSteps.unchecked;
  return { key: `${session.session.user.id} ${roles.join(' ')}`, roles };
}

/** The lines on a page share one request. */
let mountedLines = 0;
let cached: { key: string; step: Promise<Step>; found: Step | null } | null = null;

function fetchStep({ key, roles }: Account): Promise<Step> {
  if (cached?.key !== key) {
    const request = { key, step: stepOfAccount(roles), found: null as Step | null };
    void request.step.then((step) => {
      request.found = step;
    });
    cached = request;
  }
  return cached.step;
}

/** Null while it is fetched. */
function useOwnStep(): Step | null {
  const session = useSession();
  const { pathname } = useLocation();
  // This page changes the step and explains what to do.
  const viewer = pathname === paths.apply ? null : viewerOf(session);
  const account = viewer !== null && 'key' in viewer ? viewer : null;
  const key = account?.key ?? null;
  const [found, setFound] = useState<{ key: string; step: Step } | null>(null);

  const readStep = useEffectEvent((show: (step: Step) => void) => {
    if (account !== null) void fetchStep(account).then(show);
  });
  useEffect(() => {
    if (key === null) {
      cached = null;
      return undefined;
    }
    let isMounted = true;
    mountedLines += 1;
    readStep((step) => {
      if (isMounted) setFound({ key, step });
    });
    return () => {
      isMounted = false;
      mountedLines -= 1;
      // After the last line is unmounted, for example at Sign Out, the next line fetches again.
      if (mountedLines === 0) cached = null;
    };
  }, [key]);

  if (viewer === null || !('key' in viewer)) return viewer;
  if (found?.key === viewer.key) return found.step;
  return cached?.key === viewer.key ? cached.found : null;
}

async function readApplications(): Promise<Applications | null> {
  try {
    const [newest, draft] = await Promise.all([findNewestApplication(), readDraft()]);
    const { status = null, submitted_at: submittedAt = '' } = newest ?? {};
    const isAsked =
      status === 'pending' && newest && (await readApplication(newest.id)).change_request;
    const hasDraft = draft.updated_at !== null;
    return { latest: isAsked ? 'asked' : status, hasDraft, submittedAt };
  } catch (cause) {
    console.warn('The applications could not be read.', cause);
    return null;
  }
}

async function stepOfAccount(roles: Roles): Promise<Step> {
  const applications = isApplicant(roles) ? await readApplications() : null;
  const kind = userKindOf(roles, applications);
  const applies = kind === 'applicant' || kind === 'drafting' || kind === 'rejected';
  const step = nextSteps[applies && isSeasonClosed() ? 'closed' : kind];
  const day = longDate(dayOf(new Date(applications?.submittedAt ?? 0)));
  return { ...step, before: step.before.replace('{date}', day) };
}

/** The kinds of users that have different next steps. */
export type UserKind = keyof typeof nextSteps;

export interface Applications {
  latest: MyApplication['status'] | 'asked' | null;
  submittedAt: string;
  hasDraft: boolean;
}

/** `applications` is null if the applications could not be read. */
export function userKindOf(roles: Roles, applications: Applications | null): UserKind {
  if (isAdmin(roles)) return 'admin';
  if (countsAsMember(roles)) return 'member';
  if (!isApplicant(roles)) return 'no-role';
  if (applications === null) return 'unread-applicant';
  const { latest, hasDraft } = applications;
  if (latest === 'pending' || latest === 'asked' || latest === 'rejected') return latest;
  return hasDraft ? 'drafting' : 'applicant';
}
