/**
 * A debounced search box, so that the URL and the announced count do not change with every keystroke. Enter searches
 * immediately. The text follows other changes of the search (Clear filters, Back).
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextField, type TextFieldProps } from './fields';

const PAUSE_MS = 250;

type SearchBoxProps = Pick<
  TextFieldProps,
  'label' | 'name' | 'placeholder' | 'className' | 'maxLength'
>;

export type SearchFieldProps = SearchBoxProps & {
  value: string;
  onSearch: (text: string) => void;
};

export function SearchField({ value, onSearch, ...rest }: SearchFieldProps) {
  return <SearchBox {...rest} text={useTypedText(value, onSearch)} />;
}

/** A search box whose text the caller controls, for lists that are filtered on each keystroke. */
export function SearchBox({ text, ...rest }: SearchBoxProps & { text: TypedText }) {
  const { typed, setTyped, send } = text;
  return (
    <TextField
      {...rest}
      type="search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') send();
      }}
    />
  );
}

type TypedText = ReturnType<typeof useTypedText>;

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
