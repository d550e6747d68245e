/** How the last act ended: announced politely if it is done, in an alert otherwise. */
import type { ReactNode } from 'react';
import { Alert } from './alert';

type Props = {
  /** A refusal by the user's own choice is no failure. */
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
