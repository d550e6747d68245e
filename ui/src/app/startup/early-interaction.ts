/**
 * Replays interactions before hydration. React sees only later events: without a replay, a search box would contain a word
 * that its list ignores, and Back would have no effect.
 */
import { useEffect } from 'react';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

let earlyInput: (() => void)[] = [];

function replayOf(field: Field): (() => void) | undefined {
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
    // Replaying the checked radio button unchecks the others.
    if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked))
      return undefined;
    return () => {
      field.checked = field.defaultChecked;
      field.click();
    };
  }
  const { value, defaultValue } = field;
  if (value === defaultValue) return undefined;
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  return () => {
    // The user may have typed more while React hydrated.
    const latest = field.value === defaultValue ? value : field.value;
    field.value = defaultValue;
    // As if the user had typed it: React ignores a value that is set through its own setter.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, latest);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

/** main.tsx calls this before hydration. */
export function noteEarlyInput(root: HTMLElement): void {
  earlyInput = [...root.querySelectorAll<Field>('input, select, textarea')]
    .map(replayOf)
    .filter((replay) => replay !== undefined);
}

export function useEarlyInput(): void {
  useEffect(() => {
    const replays = earlyInput;
    earlyInput = [];
    for (const replay of replays) replay();
  }, []);
}

let missedNavigation = false;

function noteNavigation(): void {
  missedNavigation = true;
}

/** main.tsx calls this before hydration, because the router listens only once it is mounted. */
export function noteMissedNavigation(): void {
  window.addEventListener('popstate', noteNavigation);
}

export function useMissedNavigation(): void {
  useEffect(() => {
    window.removeEventListener('popstate', noteNavigation);
    if (!missedNavigation) return;
    missedNavigation = false;
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, []);
}
