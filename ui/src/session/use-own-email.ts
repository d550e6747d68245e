/** The address of the person who is signed in; empty while nobody is. */
import { useSession } from './use-session';

export function useOwnEmail(): string {
  const state = useSession();
  return state.status === 'signed-in' ? (state.profile?.email ?? state.session.user.email) : '';
}
