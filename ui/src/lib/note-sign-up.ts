/** Notes how far this tab has come with a new account. Apart from the reading, which is part of the first load. */
import { SIGN_UP_KEY, type SignUpProgress } from './sign-up-progress';

export function noteSignUp(progress: SignUpProgress): void {
  try {
    sessionStorage.setItem(SIGN_UP_KEY, progress);
  } catch {
    // The visitor's own line stands instead.
  }
}
