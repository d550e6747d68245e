/**
 * The decisions that can still be undone, at the lower edge of the page or in a dialog. A new one is announced once. Control
 * Z undoes the newest, because the bar is far from the row in the order of the Tab key.
 */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../components/controls/button';
import { admin } from '../../../content/membership/admin';
import { reviewActs } from '../../../content/membership/review';
import { classNames } from '../../../lib/class-names';
import { letterOf, takesText } from '../../../lib/hooks/use-letter-keys';
import { nameOf, viewButtonId } from '../application';
import { readCounts, setStatuses } from '../review-cache';
import { decisionNotes } from './use-decisions';
import {
  type Undoable,
  currentUndos,
  forgetUndo,
  markUndo,
  openRows,
  secondsLeft,
  subscribeToUndos,
} from './undo-store';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { toProblem } from '../../../api/errors';
import { type Skipped, undoDecisions } from '../../../api/review/applications';
import { showToast } from '../../../components/feedback/toast';

const words = reviewActs.undo;
const TICK_MS = 250;

function whatOf({ decision, decided, rows }: Undoable): string {
  const [first] = rows.values();
  return decided === 1
    ? words.decided(decision, first ? nameOf(first.applicant) : '')
    : words.several(decision, decided);
}

/** The toast of a single decision is part of its offer. */
const successOf = ({ decision, run }: Undoable) =>
  run === undefined ? admin.toasts[decision] : undefined;

function announced(undoable: Undoable): string {
  const { decided, rows, seconds } = undoable;
  const success = successOf(undoable);
  const what =
    success === undefined
      ? whatOf(undoable)
      : `${admin.toasts.success}: ${success}. ${whatOf(undoable)}`;
  return rows.size === decided
    ? words.announced(what, seconds)
    : words.announcedSome(what, rows.size, seconds);
}

/** The bar must not take the focus with it. */
function leaveBar({ rows }: Undoable): void {
  const bar = document.activeElement?.closest('[data-undo]');
  if (!bar) return;
  const [first = ''] = rows.keys();
  const dialog = bar
    .closest('[role=dialog], [data-beside]')
    ?.querySelector<HTMLElement>('[role=region]');
  const row = document.getElementById(viewButtonId(first));
  (dialog ?? row ?? document.querySelector('main'))?.focus({ preventScroll: true });
}

/** Whether a dialog that does not contain the bar is open above it. */
function isCovered(bar: HTMLElement | null): boolean {
  const topmost = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  return topmost !== undefined && !topmost.contains(bar);
}

export function UndoBar({ inDialog = false }: { inDialog?: boolean }) {
  const undoables = useSyncExternalStore(subscribeToUndos, currentUndos, currentUndos);
  const [now, setNow] = useState(() => performance.now());
  const cache = useQueryClient();
  const newest = undoables.at(-1);
  const box = useRef<HTMLDivElement>(null);

  const press = (undoable: Undoable) => {
    leaveBar(undoable);
    void undo(cache, undoable);
  };

  const tick = useEffectEvent(() => {
    const time = performance.now();
    setNow(time);
    // A bar in use stays, so that a late press acts on nothing else.
    const bar = box.current;
    if (bar?.matches(':hover') === true || bar?.contains(document.activeElement) === true) return;
    for (const { key, rows, isBusy } of undoables)
      if (openRows({ rows }, time).size === 0 && !isBusy) forgetUndo(key);
  });
  const isIdle = newest === undefined;
  useEffect(() => {
    if (isIdle) return;
    tick();
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isIdle]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && letterOf(event) === 'Z';
    if (!isUndo || newest === undefined || takesText(event.target) || isCovered(box.current))
      return;
    if (openRows(newest, performance.now()).size === 0) return;
    event.preventDefault();
    press(newest);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <div
      ref={box}
      data-print="hide"
      data-undo
      className={
        inDialog
          ? undoables.length > 0
            ? 'mb-3'
            : ''
          : // Above the toasts, which are taller on a phone.
            'pointer-events-none fixed inset-x-4 bottom-32 z-40 sm:bottom-24 short:bottom-16'
      }
    >
      <output className="sr-only">{newest !== undefined && announced(newest)}</output>
      {undoables.length > 0 && (
        <ul
          aria-label={words.label}
          className={classNames(
            'pointer-events-auto flex max-h-40 flex-col gap-1 max-sm:max-h-32 max-sm:text-sm overflow-y-auto rounded-md border border-sand-deep bg-white p-2',
            !inDialog && 'mx-auto w-fit max-w-full min-w-[min(100%,24rem)] shadow-page',
          )}
        >
          {undoables.toReversed().map((undoable) => {
            const what = whatOf(undoable);
            const open = openRows(undoable, now);
            const success = undoable === newest ? successOf(undoable) : undefined;
            return (
              <li key={undoable.key} className="flex items-center justify-between gap-4 pl-2">
                <span className="min-w-0 wrap-anywhere">
                  {success !== undefined && (
                    <span className="block">
                      <strong className="text-success">{admin.toasts.success}</strong> {success}
                    </span>
                  )}
                  <span>
                    {open.size < undoable.decided ? `${what} ${words.open(open.size)}` : what}
                  </span>
                </span>
                <Button
                  variant="secondary"
                  size="small"
                  className="shrink-0 tabular-nums max-md:min-h-11"
                  aria-label={words.actionOf(what)}
                  aria-keyshortcuts="Control+Z Meta+Z"
                  title={words.shortcut}
                  busy={undoable.isBusy}
                  aria-disabled={open.size === 0}
                  onClick={() => press(undoable)}
                >
                  {open.size === 0 ? words.over : words.action(secondsLeft(open, now))}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function report({ rows }: Undoable, undone: readonly string[], skipped: readonly Skipped[]): void {
  const name = (id: string) => {
    const row = rows.get(id);
    return row ? nameOf(row.applicant) : '';
  };
  const [first] = undone;
  if (first !== undefined) {
    const description =
      undone.length === 1 ? words.pending(name(first)) : words.severalPending(undone.length);
    showToast({ title: words.done, description, variant: 'success' });
  }
  if (skipped.length === 0) return;
  const reasons = skipped
    .slice(0, 3)
    .map(({ id, code }) => reviewActs.skipped(name(id), reviewActs.reasons[code]));
  if (skipped.length > reasons.length)
    reasons.push(reviewActs.andMore(skipped.length - reasons.length));
  const done = undone.length === 0 ? [] : [words.severalPending(undone.length)];
  const description = [...done, `${reasons.join('; ')}.`].join(' ');
  showToast({ title: words.failed, description, variant: 'destructive' });
}

/** The note returns to the dialog, unless another was typed there. */
function returnNote(id: string, note: string): void {
  if (note !== '' && !(id in decisionNotes.current())) decisionNotes.type(id, note);
}

/** Undoes decisions, updates the lists, and says why a decision could not be undone. */
async function undo(cache: QueryClient, undoable: Undoable): Promise<void> {
  const { key, note, run } = undoable;
  if (!markUndo(key, true)) return;
  run?.stop();
  const undone: string[] = [];
  const skipped: Skipped[] = [];
  try {
    const ids = [...openRows(undoable, performance.now()).keys()];
    await undoDecisions(ids, (answer) => {
      undone.push(...answer.undone);
      skipped.push(...answer.skipped);
    });
    forgetUndo(key);
    for (const id of undone) returnNote(id, note);
    report(undoable, undone, skipped);
  } catch (cause) {
    const { message: description } = toProblem(cause);
    showToast({ title: words.failed, description, variant: 'destructive' });
  } finally {
    setStatuses(cache, undone, 'pending');
    run?.onUndone(undone);
    void readCounts(cache);
    markUndo(key, false);
  }
}
