/** The position in a list, with buttons for the previous and next page. */
import { Button } from '../controls/button';

export interface PagerProps {
  label: string;
  previous: string;
  next: string;
  /** A sentence. Changes are announced. */
  status: string;
  /** Undefined on the first page. */
  onPrevious: (() => void) | undefined;
  /** Undefined on the last page. */
  onNext: (() => void) | undefined;
}

export function Pager({ label, previous, next, status, onPrevious, onNext }: PagerProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <output className="block text-sm text-muted">{status}</output>
      {(onPrevious ?? onNext) && (
        <nav aria-label={label} className="flex gap-3">
          {/* aria-disabled instead of disabled, so that the pressed button keeps the focus. */}
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
