/**
 * The progress of a sign-up in this tab, until a user signs in. A visitor who has just signed up or confirmed an address is not
 * told to create an account.
 */
import { readTab, removeTab, type StorageKey, writeTab } from './browser/browser-storage';

const KEY: StorageKey = 'educators-forum.sign-up';

export type SignUpProgress = 'signed-up' | 'confirmed';

export const signUpProgress = () => readTab(KEY) as SignUpProgress | null;

/** Not stored, because the next user of this browser must not see it. */
let address = '';

/** Empty after a reload. */
export const confirmedAddress = () => address;

export function noteSignUp(progress: SignUpProgress, confirmed = ''): void {
  address = confirmed;
  writeTab(KEY, progress);
}

export function forgetSignUp(): void {
  address = '';
  removeTab(KEY);
}
