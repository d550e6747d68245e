/** Problems when signing in with, or linking, a provider or wallet. */
import { providers } from '../content/account/providers';
import { WalletError } from '../lib/credentials/wallets';
import { isTransient, messageOf, toProblem } from './errors';

const { refusals, wallet, limited } = providers;

/** The message for a problem code or redirect code; null for other codes. */
export const refusalOf = (code: string): string | null =>
  Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : null;

export interface ProviderProblem {
  message: string;
  /** Empty for a wallet error. */
  code: string;
  /** The user refused, or the wallet is still asking. Shown as information. */
  quiet: boolean;
  /** A retry may succeed. */
  transient: boolean;
}

export function providerProblem(cause: unknown): ProviderProblem {
  if (cause instanceof WalletError) {
    const quiet = cause.fault === 'refused' || cause.fault === 'asking';
    return { message: wallet[cause.fault], code: '', quiet, transient: false };
  }
  const problem = toProblem(cause);
  const transient = isTransient(problem) || problem.fault.kind === 'limited';
  const sentence = transient ? null : refusalOf(problem.code);
  const message = sentence ?? messageOf(problem, limited);
  return { message, code: problem.code, quiet: false, transient };
}
