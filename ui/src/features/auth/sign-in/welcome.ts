import { auth } from '../../../content/account/auth';
import { sessionState } from '../../../session/session-state';

/** The toast after a sign-in. The server says whether it was the first one, of any device. */
export function welcome() {
  const toast = { ...auth.signIn.welcome, variant: 'success' } as const;
  const state = sessionState.current();
  if (state.status !== 'signed-in' || state.session.isFirst !== true) return toast;
  // A provider may tell no name.
  const { firstName = '' } = state.session.user;
  return { ...toast, title: auth.signIn.welcomeNew(firstName) };
}
