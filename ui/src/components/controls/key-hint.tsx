/** The keyboard shortcut of a button, shown on devices with a keyboard. Assistive technology reads `aria-keyshortcuts`. */
import { classNames } from '../../lib/class-names';
import { useLetterKeys } from '../../lib/hooks/use-letter-keys';

export function KeyHint({ letter, className }: { letter: string; className?: string }) {
  if (!useLetterKeys().areOn) return null;
  return (
    <kbd
      aria-hidden="true"
      className={classNames(
        'rounded-sm border border-current px-1 font-sans text-xs leading-4 font-semibold opacity-75 max-md:hidden pointer-coarse:hidden',
        className,
      )}
    >
      {letter}
    </kbd>
  );
}
