/** Counts from 0 to a number once it scrolls into view. With reduced motion the number is shown at once. */
import { type RefObject, useEffect, useRef, useState } from 'react';

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

export function useCountUp<E extends Element>(
  target: number,
): { element: RefObject<E | null>; count: number } {
  const element = useRef<E>(null);
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
