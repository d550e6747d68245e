import { ChevronDown } from 'lucide-react';
import { classNames } from '../../lib/class-names';

export function DisclosureButton(props: {
  label: string;
  controls: string;
  open: boolean;
  onToggle: () => void;
  className?: string;
}) {
  const { label, controls, open, onToggle, className } = props;
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      aria-label={label}
      onClick={onToggle}
      data-print="hide"
      className={classNames('flex shrink-0 items-center justify-center rounded', className)}
    >
      <ChevronDown
        aria-hidden="true"
        className={classNames('size-5 transition-transform', open && 'rotate-180')}
      />
    </button>
  );
}
