/** A figure that counts up. Assistive technology, print and browsers without a script get the final number. */
import { classNames } from '../../lib/class-names';
import { useCountUp } from './use-count-up';

export interface CounterProps {
  value: number;
  suffix: string;
  label: string;
  large?: boolean;
}

export function Counter({ value, suffix, label, large = false }: CounterProps) {
  const { element, count } = useCountUp<HTMLParagraphElement>(value);
  const figure = `${value}${suffix}`;
  return (
    <>
      <p
        ref={element}
        className={classNames(
          'font-serif leading-none font-semibold text-gold tabular-nums',
          large ? 'text-7xl sm:text-8xl' : 'text-5xl sm:text-6xl',
        )}
      >
        <span aria-hidden="true" className="noscript:hidden print:hidden">
          {`${count}${suffix}`}
        </span>
        <span className="sr-only print:not-sr-only">{figure}</span>
        <noscript>
          <span aria-hidden="true" className="print:hidden">
            {figure}
          </span>
        </noscript>
      </p>
      <p className={classNames('mt-2 text-white/85', large && 'text-lg')}>{label}</p>
    </>
  );
}
