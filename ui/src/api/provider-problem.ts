/** What to show when a provider or a wallet did not sign in, or could not be linked. */
import { providers } from '../content/account/providers';
import { WalletError } from '../lib/wallets';
import { isPassing, messageOf, toProblem } from './errors';

const { refusals, wallet, limited } = providers;

/** The sentence for the code of a problem, or of the address that the server leads back to; null for another. */
export const refusalOf = (code: string): string | null =>
  Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : null;

export interface ProviderProblem {
  message: string;
  /** Of the answer. A fault of the wallet has none. */
  code: string;
  /** Nothing went wrong: the person has refused, or is still asked. */
  quiet: boolean;
  /** The same may be sent once more. */
  passing: boolean;
}

export function providerProblem(cause: unknown): ProviderProblem {
  if (cause instanceof WalletError) {
    const quiet = cause.fault === 'refused' || cause.fault === 'asking';
    return { message: wallet[cause.fault], code: '', quiet, passing: false };
  }
  const problem = toProblem(cause);
  const passing = isPassing(problem) || problem.fault.kind === 'limited';
  const sentence = passing ? null : refusalOf(problem.code);
  const message = sentence ?? messageOf(problem, limited);
  return { message, code: problem.code, quiet: false, passing };
}
