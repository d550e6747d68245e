/** What a person can do with their factors, the dialog that is open, and how the last act ended. */
import { useState } from 'react';
import { toProblem } from '../../api/errors';
import {
  createRecoveryCodes,
  type EnrolledApp,
  type EnrolledPasskey,
  enrolApp,
  enrolPasskey,
  type Factor,
  removeFactor,
  renameFactor,
  verifyPasskey,
} from '../../api/factors';
import type { Credential } from '../../api/sessions';
import type { ToastMessage } from '../../components/toast-store';
import { account } from '../../content/account/account';
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

/** Runs an act; a session that ends meanwhile is told of in these words. */
export type Explaining = (words: ToastMessage, act: () => Promise<void>) => Promise<void>;

/** `device` is what a new passkey is named after; `onChanged`: the session may say something else of itself. */
export function useFactorActs(device: string, onChanged: () => void, explaining: Explaining) {
  const { list, reread } = useFactors();
  const fresh = useFresh();
  const { busy, run } = useLatch();
  const [shown, show] = useState<Shown | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const changed = async (): Promise<void> => {
    onChanged();
    await reread();
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

  const addPasskey = () => {
    const name = words.passkey.name(device);
    // Kept for going on where the password was asked for: the device makes the passkey once.
    let enrolled: EnrolledPasskey | undefined;
    let credential: Credential | undefined;
    return act(async () => {
      try {
        enrolled ??= await enrolPasskey(name);
        credential ??= await createPasskey(enrolled.options);
        const codes = await verifyPasskey(enrolled, credential);
        if (codes === null) setOutcome({ is: 'done', message: words.passkey.added(name) });
        else show({ is: 'recovery', codes });
        void changed();
      } catch (cause) {
        if (!(cause instanceof PasskeyError)) throw cause;
        setOutcome({ is: 'failed', message: words.passkey.faults[cause.fault] });
      }
    });
  };

  const replaceCodes = () =>
    act(async () => {
      show({ is: 'recovery', codes: await createRecoveryCodes() });
      void changed();
    });

  const remove = async ({ id, friendly_name: name }: Factor) => {
    setOutcome(null);
    await fresh.attempt(async () => {
      await removeFactor(id);
      setOutcome({ is: 'done', message: words.removed(name) });
      // This session has ended too where nothing else had proved it.
      void explaining(words.removedHere(name), changed);
    });
    show(null);
  };

  const rename = async ({ id }: Factor, name: string) => {
    await fresh.attempt(async () => {
      await renameFactor(id, name);
      void changed();
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
