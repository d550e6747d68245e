/** Counts from 0 to a number once it scrolls into view. With reduced motion the number is shown at once. */
import { type RefObject, useEffect, useRef, useState } from 'react';

const DURATION_MS = 2000;

/** Quick at first, slow towards the end. */
const easeOut = (progress: number): number => 1 - (1 - progress) ** 3;

/** Calls back once per frame with the share of the time that has passed, until all of it has. */
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
): { place: RefObject<E | null>; count: number } {
  const place = useRef<E>(null);
  const [count, setCount] = useState(0);

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setCount(target);
      return;
    }
    if (!place.current) return;
    let stop = () => {};
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      stop = overTime((progress) => setCount(Math.round(target * easeOut(progress))));
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [target]);

  return { place, count };
}
