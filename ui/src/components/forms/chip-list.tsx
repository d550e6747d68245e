import { X } from 'lucide-react';
import { classNames } from '../../lib/class-names';
import { controls } from '../../content/site/controls';

export function ChipList(props: {
  items: readonly string[];
  label: string;
  /** Undefined for a read-only list. */
  onRemove?: ((item: string) => void) | undefined;
  disabled?: boolean;
}) {
  const { items, label, onRemove, disabled } = props;
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {items.map((item) => (
        <li
          key={item}
          className={classNames(
            'inline-flex min-h-8 max-w-full items-center gap-1 rounded-full bg-mint py-0.5 pl-3 text-evergreen',
            onRemove ? 'pr-1' : 'pr-2',
          )}
        >
          <span className="min-w-0 py-0.5 pr-1 leading-snug font-medium break-words">{item}</span>
          {onRemove && (
            <button
              type="button"
              aria-label={controls.remove(item)}
              disabled={disabled}
              onClick={() => onRemove(item)}
              className="flex size-7 shrink-0 items-center justify-center rounded-full hover:bg-evergreen hover:text-white"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
