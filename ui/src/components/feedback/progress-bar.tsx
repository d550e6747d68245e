import { classNames } from '../../lib/class-names';

export function ProgressBar(props: {
  value: number;
  max?: number;
  label: string;
  className?: string;
}) {
  const { value, max = 100, label, className } = props;
  return (
    <progress
      value={value}
      max={max}
      aria-label={label}
      className={classNames(
        'block h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sand',
        '[&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-evergreen',
        '[&::-webkit-progress-value]:transition-[width] [&::-moz-progress-bar]:bg-evergreen',
        className,
      )}
    />
  );
}
