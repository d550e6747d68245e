/**
 * How far this tab has come with a new account: a visitor who has just signed up or confirmed an address should not be
 * asked to create an account. Kept in session storage, without anything personal.
 */
const KEY = 'educators-forum.sign-up';

export type SignUpProgress = 'signed-up' | 'confirmed';

export function signUpProgress(): SignUpProgress | null {
  try {
    const noted = sessionStorage.getItem(KEY);
    return noted === 'signed-up' || noted === 'confirmed' ? noted : null;
  } catch {
    return null;
  }
}

export function noteSignUp(progress: SignUpProgress): void {
  try {
    sessionStorage.setItem(KEY, progress);
  } catch {
    // The visitor's own line stands instead.
  }
}
