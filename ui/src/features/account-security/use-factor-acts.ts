/** The acts on the user's own second factors, the dialog that is open, and the outcome of the last act. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../../api/errors';
import {
  createRecoveryCodes,
  type EnrolledApp,
  type EnrolledPasskey,
  enrolApp,
  enrolPasskey,
  type Factor,
  listFactors,
  removeFactor,
  renameFactor,
  verifyPasskey,
} from '../../api/factors';
import type { Credential } from '../../api/sessions';
import type { ToastMessage } from '../../components/feedback/toast-store';
import { account } from '../../content/account/account';
import { createPasskey, PasskeyError } from '../../lib/credentials/passkeys';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';
import { profileChanged } from '../../session/session-actions';
import { useReauthentication } from './use-reauthentication';

const words = account.factors;
const OWN_FACTORS = ['own-factors'] as const;

/** The dialog that is open. One at a time. */
export type Shown =
  | { is: 'enrolment'; factor: EnrolledApp }
  | { is: 'recovery'; codes: readonly string[] }
  | { is: 'renaming'; factor: Factor }
  | { is: 'removal'; factor: Factor };

type Outcome = { is: 'done' | 'failed'; message: string };

/** Runs an act. If the session ends during it, these words explain it. */
export type Explaining = (words: ToastMessage, act: () => Promise<void>) => Promise<void>;

/** `device` is what a new passkey is named after; `onChanged`: the session may say something else of itself. */
export function useFactorActs(device: string, onChanged: () => void, explaining: Explaining) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: OWN_FACTORS,
    queryFn: ({ signal }) => listFactors(signal),
  });
  const reauthentication = useReauthentication();
  const { busy, run } = useSingleFlight();
  const [shown, show] = useState<Shown | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  /** Fetches the list and the profile again: the roles or the session may have changed. */
  const changed = async (): Promise<void> => {
    onChanged();
    await Promise.all([queries.invalidateQueries({ queryKey: OWN_FACTORS }), profileChanged()]);
  };

  /** Runs an act that may need re-authentication. */
  const act = (what: () => Promise<void>) =>
    run(async () => {
      setOutcome(null);
      try {
        await reauthentication.attempt(what);
      } catch (cause) {
        setOutcome({ is: 'failed', message: toProblem(cause).message });
      }
    });

  const begin = () => act(async () => show({ is: 'enrolment', factor: await enrolApp() }));

  const addPasskey = () => {
    const name = words.passkey.name(device);
    // Kept for the retry after re-authentication: the device makes the passkey once.
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
    await reauthentication.attempt(async () => {
      await removeFactor(id);
      setOutcome({ is: 'done', message: words.removed(name) });
      // This session has ended too where nothing else had proved it.
      void explaining(words.removedHere(name), changed);
    });
    show(null);
  };

  const rename = async ({ id }: Factor, name: string) => {
    await reauthentication.attempt(async () => {
      await renameFactor(id, name);
      void changed();
    });
    show(null);
  };

  return {
    list,
    reauthentication,
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
