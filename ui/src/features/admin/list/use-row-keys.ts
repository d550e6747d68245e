/** The letter keys of the rows: they mark, and move the focus from row to row as they do in an open application. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { ApplicationSummary } from '../../../api/review/applications';
import { admin } from '../../../content/membership/admin';
import { letterOf, useLetterKeys } from '../../../lib/hooks/use-letter-keys';
import { viewButtonId } from '../application';
import { markOfKey } from '../marks/mark-buttons';
import { useMark } from '../marks/use-mark';

const { keys } = admin.detail;

const rowOf = (target: EventTarget | null): string | null | undefined =>
  target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : null;

/**
 * Returns what a mark announces. Beside an open application, the keys of that one move. `container` has the rows and can have the
 * focus itself, before the first of them.
 */
export function useRowKeys(
  container: RefObject<HTMLElement | null>,
  rows: readonly ApplicationSummary[],
  isBeside: boolean,
): string {
  const { toggle, said } = useMark();
  const letterKeys = useLetterKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!letterKeys.areOn) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const key = letterOf(event);
    const mark = markOfKey(key);
    const step = isBeside ? 0 : key === keys.next ? 1 : key === keys.previous ? -1 : 0;
    const id = rowOf(event.target);
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    const other = rows[at + step];
    if (step === 0 && (mark === undefined || row === undefined)) return;
    event.preventDefault();
    if (mark === undefined) document.getElementById(viewButtonId(other?.id ?? ''))?.focus();
    else if (row !== undefined && !event.repeat) toggle(row, mark);
  });
  useEffect(() => {
    const { current } = container;
    const listen = (event: KeyboardEvent) => onKey(event);
    current?.addEventListener('keydown', listen);
    return () => current?.removeEventListener('keydown', listen);
  }, [container]);
  return said;
}
