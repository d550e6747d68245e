import type { ReactNode } from 'react';
import { Button } from '../controls/button';
import { Alert } from './alert';

type Props = { children: ReactNode; retry: string; onRetry: (() => void) | undefined };

export function RetryAlert({ children, retry, onRetry }: Props) {
  return (
    <Alert variant="destructive">
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span>{children}</span>
        {onRetry && (
          <Button variant="secondary" size="small" onClick={onRetry}>
            {retry}
          </Button>
        )}
      </span>
    </Alert>
  );
}
