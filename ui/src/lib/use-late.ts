/** True once something has lasted for `ms`: what was to be a moment needs a word by then. */
import { useEffect, useState } from 'react';

export function useLate(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}
