/**
 * How far this tab has come with a new account: a visitor who has just signed up or confirmed an address should not be
 * asked to create an account. Kept in session storage, without anything personal; note-sign-up.ts writes it.
 */
export const SIGN_UP_KEY = 'educators-forum.sign-up';

export type SignUpProgress = 'signed-up' | 'confirmed';

export function signUpProgress(): SignUpProgress | null {
  try {
    return sessionStorage.getItem(SIGN_UP_KEY) as SignUpProgress | null;
  } catch {
    return null;
  }
}
