/** Unsaved answers in session storage, which survive a reload. */
import {
  clearPersonal,
  readPersonal,
  writePersonal,
} from '../../../session/tab-storage/personal-storage';
import { parseValues, type Changes } from './draft-values';

type Unsaved = {
  readonly changes: Changes;
  /** `updated_at` of the saved draft that the changes were made to. */
  readonly version?: string | null;
  /** A subject that is typed but not added. */
  readonly subject: string;
};

const NAME = 'application';

export function readUnsaved(userId: string): Unsaved {
  const value = readPersonal(NAME, userId) as Partial<Record<keyof Unsaved, unknown>> | null;
  const { changes, version, subject } = value ?? {};
  return {
    changes: parseValues(changes),
    version: typeof version === 'string' || version === null ? version : undefined,
    subject: typeof subject === 'string' ? subject : '',
  };
}

/** False if storage refuses. The answers are then only in the page's memory. */
export function storeUnsaved(userId: string, unsaved: Unsaved): boolean {
  if (Object.keys(unsaved.changes).length > 0 || unsaved.subject !== '') {
    return writePersonal(NAME, userId, unsaved);
  }
  clearUnsaved();
  return true;
}

export const clearUnsaved = (): void => clearPersonal(NAME);
