/** The actions on the user's second factors, the open dialog and the outcome of the last action. */
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

export type Shown =
  | { is: 'enrolment'; factor: EnrolledApp }
  | { is: 'recovery'; codes: readonly string[] }
  | { is: 'renaming'; factor: Factor }
  | { is: 'removal'; factor: Factor };

type Outcome = { is: 'done' | 'failed'; message: string };

/** Runs an action. If the action ends this session, the words explain why. */
export type ExplainSessionEnd = (words: ToastMessage, act: () => Promise<void>) => Promise<void>;

/** A new passkey is named after `device`. `onChanged` is called when the session's factors may have changed. */
export function useFactorActs(
  device: string,
  onChanged: () => void,
  explainSessionEnd: ExplainSessionEnd,
) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: OWN_FACTORS,
    queryFn: ({ signal }) => listFactors(signal),
  });
  const reauthentication = useReauthentication();
  const { busy, run } = useSingleFlight();
  const [shown, show] = useState<Shown | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  /** Fetches the factors and the profile again, because the roles or the session may have changed. */
  const changed = async (): Promise<void> => {
    onChanged();
    await Promise.all([queries.invalidateQueries({ queryKey: OWN_FACTORS }), profileChanged()]);
  };

  const act = (operation: () => Promise<void>) =>
    run(async () => {
      setOutcome(null);
      try {
        await reauthentication.attempt(operation);
      } catch (cause) {
        setOutcome({ is: 'failed', message: toProblem(cause).message });
      }
    });

  const begin = () => act(async () => show({ is: 'enrolment', factor: await enrolApp() }));

  const addPasskey = () => {
    const name = words.passkey.name(device);
    // Kept for the retry after re-authentication, because the device creates the passkey once.
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
      // This also ends the session if it was signed in with this factor.
      void explainSessionEnd(words.removedHere(name), changed);
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
