import { Picture } from '../../components/pictures/picture';
import { TitledSection } from '../../components/layout/section';
import { home } from '../../content/marketing/home';
import { classNames } from '../../lib/class-names';
import { useEffect, useRef, useState } from 'react';

export function FiguresSection() {
  const { title, source, items, map } = home.figures;
  return (
    <TitledSection id="figures" tone="ink" title={title}>
      <div className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <ul className="grid grid-cols-2 gap-x-8 gap-y-9">
            {items.map((figure, index) => (
              <li key={figure.label} className={classNames(index === 0 && 'col-span-2')}>
                <Counter {...figure} large={index === 0} />
              </li>
            ))}
          </ul>
          <p className="mt-9 text-[0.95rem] text-white/85">{source}</p>
        </div>
        <figure>
          <Picture
            src={map.picture}
            alt={map.alt}
            width={960}
            height={600}
            className="h-auto w-full"
          />
          <figcaption className="mt-4 text-[0.95rem] text-white/85">{map.caption}</figcaption>
        </figure>
      </div>
    </TitledSection>
  );
}

/** A figure that counts up. Assistive technology, print and browsers without JavaScript get the final number. */
export function Counter(props: { value: number; suffix: string; label: string; large?: boolean }) {
  const { value, suffix, label, large = false } = props;
  const { element, count } = useCountUp(value);
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

/** Counts from 0 once the element scrolls into view. With reduced motion, the final number is shown immediately. */
const DURATION_MS = 2000;

const easeOut = (progress: number): number => 1 - (1 - progress) ** 3;

/** Calls back once per frame with the fraction of the duration that has passed. */
function overTime(callback: (progress: number) => void): () => void {
  let frame = 0;
  let start: number | undefined;
  const step = (now: number) => {
    start ??= now;
    const progress = Math.min((now - start) / DURATION_MS, 1);
    callback(progress);
    if (progress < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

function useCountUp(target: number) {
  const element = useRef<HTMLParagraphElement>(null);
  const [count, setCount] = useState(0);

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setCount(target);
      return;
    }
    if (!element.current) return;
    let stop = () => {};
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      stop = overTime((progress) => setCount(Math.round(target * easeOut(progress))));
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [target]);

  return { element, count };
}
