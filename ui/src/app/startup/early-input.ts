/**
 * Replays what people typed or chose before hydration. React hydrates a page as the HTML has it and sees only later
 * events: without this a search box would show a word that its list ignores. main.tsx records the changes, the screen
 * repeats them.
 */
import { useEffect } from 'react';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

let early: (() => void)[] = [];

/** Sets a value like user input, bypassing the setter through which React tracks its own writes. */
function type(field: HTMLInputElement | HTMLTextAreaElement, before: string, value: string): void {
  field.value = before;
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function repetitionOf(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) {
    const { value, options } = field;
    const first = [...options].findIndex(({ defaultSelected }) => defaultSelected);
    if (field.selectedIndex === Math.max(first, 0)) return undefined;
    return () => {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
  }
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    // A radio button is unchecked by checking another, which is replayed.
    if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked))
      return undefined;
    return () => {
      field.checked = field.defaultChecked;
      field.click();
    };
  }
  const { value, defaultValue } = field;
  if (value === defaultValue) return undefined;
  // The person may have typed more while React hydrated.
  return () => type(field, defaultValue, field.value === defaultValue ? value : field.value);
}

export function noteEarlyInput(root: HTMLElement): void {
  early = [...root.querySelectorAll<Field>('input, select, textarea')]
    .map(repetitionOf)
    .filter((repetition) => repetition !== undefined);
}

export function useEarlyInput(): void {
  useEffect(() => {
    const repetitions = early;
    early = [];
    for (const repeat of repetitions) repeat();
  }, []);
}
