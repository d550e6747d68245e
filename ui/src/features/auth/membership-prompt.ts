/** The choice "Don't show this dialog again" of the membership dialog, in local storage. */

const KEY = 'membershipPromptDismissed';

export function isPromptDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Without storage the dialog is shown again. */
export function dismissPrompt(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch (cause) {
    console.warn('The choice could not be stored.', cause);
  }
}
