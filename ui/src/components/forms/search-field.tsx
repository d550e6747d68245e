/** A debounced search box. Enter searches immediately. */
import { type TypedText, useTypedText } from '../../lib/hooks/use-typed-text';
import { TextField, type TextFieldProps } from './fields';

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
