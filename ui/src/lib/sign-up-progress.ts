/**
 * The progress of a sign-up in this tab, without personal data. A visitor who has just signed up or confirmed an address is not
 * told to create an account.
 */
import { readTab, type StorageKey, writeTab } from './browser/browser-storage';

const KEY: StorageKey = 'educators-forum.sign-up';

export type SignUpProgress = 'signed-up' | 'confirmed';

export const signUpProgress = () => readTab(KEY) as SignUpProgress | null;

export const noteSignUp = (progress: SignUpProgress) => void writeTab(KEY, progress);
