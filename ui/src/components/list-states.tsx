/** What stands in the place of a list's rows while there are none: it loads, it failed, it is empty, nothing matches. */
import type { ReactNode, Ref } from 'react';
import { Alert } from './alert';
import { Button } from './button';
import { Skeleton } from './skeleton';

export interface ListWords {
  loading: string;
  failed: string;
  retry: string;
  empty: string;
  noneFound: string;
  clear: string;
}

export interface ListStatesProps {
  words: ListWords;
  /** The rows stay on screen while others load, and after those failed. */
  state: 'loading' | 'ready' | 'failed';
  /** How many rows there are; undefined as long as none were loaded. */
  count: number | undefined;
  /** Filters or a page leave rows out: an empty list is not all there is. */
  isNarrowed: boolean;
  onRetry: () => void;
  onClear: () => void;
  /** The place of the rows, which can take the focus by script. */
  ref?: Ref<HTMLDivElement>;
  /** The rows. */
  children: ReactNode;
}

export function ListStates({
  words,
  state,
  count,
  isNarrowed,
  onRetry,
  onClear,
  ref,
  children,
}: ListStatesProps) {
  return (
    <>
      {state === 'failed' && (
        <Alert variant="destructive">
          <span className="flex flex-wrap items-center justify-between gap-3">
            {words.failed}
            <Button variant="secondary" size="small" onClick={onRetry}>
              {words.retry}
            </Button>
          </span>
        </Alert>
      )}
      <div ref={ref} tabIndex={-1} aria-busy={state === 'loading'} className="outline-none">
        {count === undefined && state === 'loading' && <Skeleton label={words.loading} lines={6} />}
        {count === 0 && state !== 'failed' && (
          <div className="space-y-4 py-6 text-center">
            <p>{isNarrowed ? words.noneFound : words.empty}</p>
            {isNarrowed && (
              <Button variant="secondary" onClick={onClear}>
                {words.clear}
              </Button>
            )}
          </div>
        )}
        {count !== undefined && count > 0 && children}
      </div>
    </>
  );
}
