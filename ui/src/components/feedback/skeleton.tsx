/** Grey lines in place of loading content, with a label for assistive technology. */
import { controls } from '../../content/site/controls';
import { classNames } from '../../lib/class-names';

const widths = ['w-11/12', 'w-full', 'w-4/5', 'w-2/3'] as const;

export function Skeleton(props: { lines?: number; label?: string; className?: string }) {
  const { lines = 4, label = controls.loading, className } = props;
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="animate-pulse space-y-3">
        {Array.from({ length: lines }, (_, line) => (
          <div
            key={line}
            className={classNames('h-4 rounded bg-sand', widths[line % widths.length])}
          />
        ))}
      </div>
    </div>
  );
}
