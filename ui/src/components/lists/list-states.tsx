/** The states of a list around its rows: loading, failed with Retry, empty, no matches. */
import type { ReactNode, Ref } from 'react';
import { RetryAlert } from '../feedback/retry-alert';
import { Button } from '../controls/button';
import { Skeleton } from '../feedback/skeleton';

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
  /** Rows that are loaded stay on screen in every state. */
  state: 'loading' | 'ready' | 'failed';
  /** Number of rows; undefined before the first load. */
  count: number | undefined;
  onRetry: () => void;
  /** Undefined without a filter or page number: then there are no other rows. */
  onClear?: (() => void) | undefined;
  /** The container of the rows, focusable by script. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

export function ListStates({
  words,
  state,
  count,
  onRetry,
  onClear,
  ref,
  children,
}: ListStatesProps) {
  return (
    <>
      {state === 'failed' && (
        <RetryAlert retry={words.retry} onRetry={onRetry}>
          {words.failed}
        </RetryAlert>
      )}
      <div
        ref={ref}
        tabIndex={-1}
        aria-busy={state === 'loading'}
        // Below the menu bar, which stays.
        className="scroll-mt-24 outline-none"
      >
        {count === undefined && state === 'loading' && <Skeleton label={words.loading} lines={6} />}
        {count === 0 && state !== 'failed' && (
          <div className="space-y-4 py-6 text-center">
            <p>{onClear ? words.noneFound : words.empty}</p>
            {onClear && (
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
