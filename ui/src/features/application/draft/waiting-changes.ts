/** What of the application is not on the server yet, as it waits in this tab. */
import { clearPersonal, readPersonal, writePersonal } from '../../../session/personal-storage';
import type { Answers } from '../answers';
import { parseAnswers, parseChanges, type Changes } from './draft-values';

export type Waiting = {
  readonly changes: Changes;
  /** A subject typed but not added. */
  readonly subject: string;
  /** The other answers, where two devices answered differently. */
  readonly contested: Partial<Answers>;
};

const NAME = 'application';

export function readWaiting(userId: string): Waiting {
  const value = readPersonal(NAME, userId);
  const { changes, subject, contested } =
    typeof value === 'object' && value !== null
      ? (value as Partial<Record<keyof Waiting, unknown>>)
      : {};
  return {
    changes: parseChanges(changes),
    subject: typeof subject === 'string' ? subject : '',
    contested: parseAnswers(contested),
  };
}

/** False where storage refuses: then it is in the memory of the page alone. */
export function keepWaiting(userId: string, waiting: Waiting): boolean {
  const { changes, subject, contested } = waiting;
  if (Object.keys({ ...changes, ...contested }).length > 0 || subject !== '') {
    return writePersonal(NAME, userId, waiting);
  }
  clearPersonal(NAME);
  return true;
}

export const clearWaiting = (): void => clearPersonal(NAME);
