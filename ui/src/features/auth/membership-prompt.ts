/** Whether the membership dialog was asked not to come again, in local storage. */

const KEY = 'membershipPromptDismissed';

export function isPromptDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Where storage is refused the dialog simply comes again. */
export function dismissPrompt(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch (cause) {
    console.warn('The choice could not be stored.', cause);
  }
}
