/** The states of a list: loading, failed, empty, no matches, or its rows. */
import type { ReactNode, Ref } from 'react';
import { RetryAlert } from '../feedback/alert';
import { Button } from '../controls/button';
import { Skeleton } from '../feedback/skeleton';

export function ListStates(props: {
  words: {
    loading: string;
    failed: string;
    retry: string;
    empty?: string;
    /** Shown with a button that clears the filters. */
    noneFound?: string;
    clear?: string;
  };
  /** Loaded rows are shown in every state. */
  state: 'loading' | 'ready' | 'failed';
  /** Number of rows; undefined before the first load. */
  count: number | undefined;
  onRetry: () => void;
  /** Undefined for a list that has neither filters nor pages. */
  onClear?: (() => void) | undefined;
  /** The container of the rows, which a script can focus. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}) {
  const { words, state, count, onRetry, onClear, ref, children } = props;
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
        // Prevents the sticky menu bar from covering the rows.
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
