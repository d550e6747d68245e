/** The position of the open application in the list, the buttons for the previous and next one, and Print. */
import { ChevronLeft, ChevronRight, Keyboard, KeyboardOff, Printer } from 'lucide-react';
import { Button } from '../../../components/controls/button';
import { KeyHint } from '../../../components/controls/key-hint';
import { admin } from '../../../content/membership/admin';
import { useLetterKeys } from '../../../lib/hooks/use-letter-keys';

const { detail } = admin;

type Props = {
  /** For example '3 of 300 pending'; null if unknown. */
  position: string | null;
  /** Undefined at the ends of the list, or if the application is not in the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  isListed: boolean;
  onPrint: (() => void) | undefined;
};

export function SheetToolbar({ position, onPrevious, onNext, isListed, onPrint }: Props) {
  const { areOn, switchKeys } = useLetterKeys();
  return (
    <div className="mt-2 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1" data-print="hide">
      {isListed && (
        <nav aria-label={admin.list.pages} className="flex items-center gap-2">
          {/* aria-disabled instead of disabled, so that the pressed button keeps the focus. */}
          <Button
            size="small"
            variant="secondary"
            aria-label={detail.previous}
            aria-keyshortcuts={`${detail.keys.previous} ArrowLeft`}
            title={detail.previous}
            aria-disabled={!onPrevious}
            onClick={onPrevious}
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            <KeyHint letter={detail.keys.previous} />
          </Button>
          <Button
            size="small"
            variant="secondary"
            aria-label={detail.next}
            aria-keyshortcuts={`${detail.keys.next} ArrowRight`}
            title={detail.next}
            aria-disabled={!onNext}
            onClick={onNext}
          >
            <KeyHint letter={detail.keys.next} />
            <ChevronRight aria-hidden="true" className="size-4" />
          </Button>
        </nav>
      )}
      <output className="text-sm font-semibold tabular-nums">{position}</output>
      <Button
        size="small"
        variant="ghost"
        className="ml-auto max-md:hidden pointer-coarse:hidden"
        aria-pressed={areOn}
        title={detail.letterKeys}
        onClick={() => switchKeys(!areOn)}
      >
        {areOn ? (
          <Keyboard aria-hidden="true" className="size-4" />
        ) : (
          <KeyboardOff aria-hidden="true" className="size-4" />
        )}
        <span className="sr-only">{detail.letterKeys}</span>
      </Button>
      <Button
        size="small"
        variant="ghost"
        className="max-md:ml-auto"
        aria-disabled={!onPrint}
        onClick={onPrint}
      >
        <Printer aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{detail.print}</span>
      </Button>
    </div>
  );
}
