/** What a person can do with their factors, the dialog that is open, and how the last act ended. */
import { useState } from 'react';
import { toProblem } from '../../api/errors';
import {
  createRecoveryCodes,
  type EnrolledApp,
  enrolApp,
  enrolPasskey,
  type Factor,
  removeFactor,
  renameFactor,
} from '../../api/factors';
import { account } from '../../content/account';
import { createPasskey, PasskeyError } from '../../lib/passkeys';
import { useLatch } from '../../lib/use-latch';
import { useFactors } from './use-factors';
import { useFresh } from './use-fresh';

const words = account.factors;

/** The dialog that is open. One at a time. */
export type Shown =
  | { is: 'enrolment'; factor: EnrolledApp }
  | { is: 'recovery'; codes: readonly string[] }
  | { is: 'renaming'; factor: Factor }
  | { is: 'removal'; factor: Factor };

type Outcome = { is: 'done' | 'failed'; message: string };

/** `device` is what a new passkey is named after; `onChanged`: the session may say something else of itself. */
export function useFactorActs(device: string, onChanged: () => void) {
  const { list, reread } = useFactors();
  const fresh = useFresh();
  const { busy, run } = useLatch();
  const [shown, show] = useState<Shown | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const changed = () => {
    reread();
    onChanged();
  };

  /** Runs an act that may ask for the password first. */
  const act = (what: () => Promise<void>) =>
    run(async () => {
      setOutcome(null);
      try {
        await fresh.attempt(what);
      } catch (cause) {
        setOutcome({ is: 'failed', message: toProblem(cause).message });
      }
    });

  const begin = () => act(async () => show({ is: 'enrolment', factor: await enrolApp() }));

  const addPasskey = () =>
    act(async () => {
      const name = words.passkey.name(device);
      try {
        const codes = await enrolPasskey(name, createPasskey);
        if (codes === null) setOutcome({ is: 'done', message: words.passkey.added(name) });
        else show({ is: 'recovery', codes });
        changed();
      } catch (cause) {
        if (!(cause instanceof PasskeyError)) throw cause;
        setOutcome({ is: 'failed', message: words.passkey.faults[cause.fault] });
      }
    });

  const replaceCodes = () =>
    act(async () => {
      show({ is: 'recovery', codes: await createRecoveryCodes() });
      changed();
    });

  const remove = ({ id, friendly_name: name }: Factor) => {
    show(null);
    return act(async () => {
      await removeFactor(id);
      setOutcome({ is: 'done', message: words.removed(name) });
      changed();
    });
  };

  const rename = async ({ id }: Factor, name: string) => {
    await fresh.attempt(async () => {
      await renameFactor(id, name);
      changed();
    });
    show(null);
  };

  return {
    list,
    fresh,
    busy,
    shown,
    show,
    outcome,
    changed,
    begin,
    addPasskey,
    replaceCodes,
    remove,
    rename,
  };
}
