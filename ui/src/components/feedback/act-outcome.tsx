/** The outcome of the last action: a polite announcement of success, or an alert. */
import type { ReactNode } from 'react';
import { Alert } from './alert';

type Props = {
  /** `refused` means that the user declined, for example in a wallet. */
  outcome: { is: 'done' | 'refused' | 'failed'; message: ReactNode } | null;
};

export function ActOutcome({ outcome }: Props) {
  const isDone = outcome?.is === 'done';
  return (
    <>
      <output className={isDone ? 'mt-4 block text-success' : 'sr-only'}>
        {isDone ? outcome.message : ''}
      </output>
      {outcome !== null && !isDone && (
        <Alert variant={outcome.is === 'refused' ? 'info' : 'destructive'} className="mt-4">
          {outcome.message}
        </Alert>
      )}
    </>
  );
}
