/** Which part of a list is shown, and the ways to the parts before and after it, by page or by cursor. */
import { Button } from './button';

export interface PagerProps {
  label: string;
  previous: string;
  next: string;
  /** As one sentence; read out when it changes. */
  status: string;
  /** Left out at the start of the list. */
  onPrevious: (() => void) | undefined;
  /** Left out at its end. */
  onNext: (() => void) | undefined;
}

export function Pager({ label, previous, next, status, onPrevious, onNext }: PagerProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <output className="block text-sm text-muted">{status}</output>
      {(onPrevious ?? onNext) && (
        <nav aria-label={label} className="flex gap-3">
          {/* Not disabled at the ends: the pressed button keeps the focus. */}
          <Button variant="secondary" aria-disabled={!onPrevious} onClick={onPrevious}>
            {previous}
          </Button>
          <Button variant="secondary" aria-disabled={!onNext} onClick={onNext}>
            {next}
          </Button>
        </nav>
      )}
    </div>
  );
}
