/**
 * The debounced text of a search box, so that the URL and the announced count do not change with every keystroke. The
 * text follows other changes of the search (Clear filters, Back).
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const PAUSE_MS = 250;

export type TypedText = ReturnType<typeof useTypedText>;

export function useTypedText(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);

  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);

  const send = () => {
    if (typed.trim() === sent.current) return;
    sent.current = typed.trim();
    onSearch(sent.current);
  };
  const sendLatest = useEffectEvent(send);
  useEffect(() => {
    const timer = setTimeout(sendLatest, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    typed,
    setTyped,
    /** Searches immediately. */
    send,
  };
}
