/** What of the application is not on the server yet, as it waits in this tab. */
import { clearPersonal, readPersonal, writePersonal } from '../../session/personal-storage';
import { parseChanges, type Changes } from './draft-values';

export type Waiting = {
  readonly changes: Changes;
  /** A subject typed but not added. */
  readonly subject: string;
};

const NAME = 'application';

export function readWaiting(userId: string): Waiting {
  const value = readPersonal(NAME, userId);
  const { changes, subject } =
    typeof value === 'object' && value !== null
      ? (value as Partial<Record<keyof Waiting, unknown>>)
      : {};
  return {
    changes: parseChanges(changes),
    subject: typeof subject === 'string' ? subject : '',
  };
}

/** False where storage refuses: then it is in the memory of the page alone. */
export function keepWaiting(userId: string, waiting: Waiting): boolean {
  if (Object.keys(waiting.changes).length > 0 || waiting.subject !== '') {
    return writePersonal(NAME, userId, waiting);
  }
  clearPersonal(NAME);
  return true;
}

export const clearWaiting = (): void => clearPersonal(NAME);
