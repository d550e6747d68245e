import type { ReactNode } from 'react';
import { LinkButton } from '../../components/controls/button';
import { SIGN_UP, paths, signInToApply } from '../../content/site/pages';
import { Switch } from '../../lib/browser/site';
import { signUpProgress } from '../../lib/sign-up-progress';
import { isApplicant } from '../../session/roles';
import { type SessionState, useSession } from '../../session/session-state';

/** Null for users who cannot apply. While the session loads, it is the visitor's, as in the prerendered HTML. */
function targetFor(session: SessionState): string | null {
  if (session.status !== 'signed-in') {
    const isConfirmed = session.status === 'signed-out' && signUpProgress() === 'confirmed';
    return isConfirmed ? signInToApply : signInToApply + SIGN_UP;
  }
  const { roles } = session;
  return typeof roles === 'string' || isApplicant(roles) ? paths.apply : null;
}

type Props = {
  children: string;
  className?: string;
  /** Shown without the feature `apply`. */
  off: ReactNode;
};

export function ApplyLink({ off, ...link }: Props) {
  return <Switch feature="apply" on={<ToApplication {...link} />} off={off} />;
}

/** Nothing for members, who have nothing to apply for. */
function ToApplication(link: Omit<Props, 'off'>) {
  const to = targetFor(useSession());
  return to === null ? null : <LinkButton to={to} {...link} />;
}
