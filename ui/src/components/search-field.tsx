/** A debounced search box; Enter searches at once. */
import { useTypedText } from '../lib/use-typed-text';
import { TextField, type TextFieldProps } from './fields';

export type SearchFieldProps = Pick<
  TextFieldProps,
  'label' | 'name' | 'placeholder' | 'className'
> & {
  /** The current search. */
  value: string;
  onSearch: (text: string) => void;
};

export function SearchField({ value, onSearch, ...rest }: SearchFieldProps) {
  const { typed, setTyped, send } = useTypedText(value, onSearch);
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
