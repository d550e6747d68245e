/** The keyboard shortcut of a button, shown on devices with a keyboard. Assistive technology reads `aria-keyshortcuts`. */
import { CornerDownLeft } from 'lucide-react';
import { classNames } from '../../lib/class-names';
import { useLetterKeys } from '../../lib/hooks/use-letter-keys';

export function KeyHint(props: {
  letter: string;
  /** For a letter that only moves the focus: says that Enter acts. */
  enter?: string;
  className?: string;
}) {
  const { letter, enter, className } = props;
  if (!useLetterKeys().areOn) return null;
  return (
    <kbd
      aria-hidden="true"
      title={enter}
      className={classNames(
        'rounded-sm border border-current px-1 font-sans text-xs leading-4 font-semibold opacity-75 max-md:hidden pointer-coarse:hidden',
        className,
      )}
    >
      <span>{letter}</span>
      {enter !== undefined && (
        <CornerDownLeft className="ml-0.5 inline size-3 align-[-0.125em] in-data-beside:hidden" />
      )}
    </kbd>
  );
}
