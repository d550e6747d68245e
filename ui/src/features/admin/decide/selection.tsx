/** The selected applications. They stay selected on other pages of the list, and not under another filter. */
import { useRef, useState } from 'react';
import type { ApplicationQuery, ApplicationSummary } from '../../../api/review/applications';
import type { Column } from '../../../components/lists/data-list';
import { reviewActs } from '../../../content/membership/review';
import { nameOf } from '../application';

export type Selected = ReadonlyMap<string, ApplicationSummary>;

function filterOf(query: ApplicationQuery): string {
  const { cursor: _, limit: _l, sort: _s, order: _o, ...filter } = query;
  return JSON.stringify(filter);
}

export function useSelection(query: ApplicationQuery, rows: readonly ApplicationSummary[]) {
  const anchor = useRef<string>(undefined);
  const filter = filterOf(query);
  const none = (isOn: boolean) => ({ filter, isOn, selected: new Map() as Selected });
  const [state, setState] = useState(() => none(false));
  const { isOn, selected } = state;
  if (state.filter !== filter) setState(none(isOn));

  /** Does nothing under another filter. */
  const set = (changed: readonly ApplicationSummary[], isSelected: boolean) =>
    setState((before) => {
      if (before.filter !== filter || changed.length === 0) return before;
      const next = new Map(before.selected);
      for (const row of changed) {
        if (isSelected) next.set(row.id, row);
        else next.delete(row.id);
      }
      return { filter, isOn: true, selected: next };
    });

  /** With `extend`, the rows between this one and the last changed one get the same state. */
  const toggle = (id: string, extend: boolean) => {
    const at = rows.findIndex((row) => row.id === id);
    const from = extend ? rows.findIndex((row) => row.id === anchor.current) : -1;
    const start = from === -1 ? at : Math.min(from, at);
    const end = from === -1 ? at : Math.max(from, at);
    set(rows.slice(start, end + 1), !selected.has(id));
    anchor.current = id;
  };

  // The rows of the page may have changed since they were selected.
  const listed = new Map(rows.map((row) => [row.id, row]));
  const current: Selected = new Map(
    [...selected].map(([id, row]) => [id, listed.get(id) ?? row] as const),
  );
  const ofPage = rows.filter(({ id }) => selected.has(id)).length;
  return {
    isOn,
    selected: current,
    page: ofPage === 0 ? 'none' : ofPage === rows.length ? 'all' : 'some',
    toggle,
    togglePage: () => set(rows, ofPage < rows.length),
    replace: (all: readonly ApplicationSummary[]) =>
      setState({ ...none(true), selected: new Map(all.map((row) => [row.id, row])) }),
    add: (more: readonly ApplicationSummary[]) => set(more, true),
    clear: () => setState(none(true)),
    /** Turning it off clears the selection. */
    turn: (on: boolean) => setState(none(on)),
  } as const;
}

export type Selection = ReturnType<typeof useSelection>;

const words = reviewActs.select;

type BoxProps = {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  onToggle(extend: boolean): void;
};

function Box({ label, checked, isMixed = false, onToggle }: BoxProps) {
  // The event of a change does not say whether Shift is pressed.
  const extend = useRef(false);
  return (
    // The label makes the target larger than the box.
    <label
      className="-m-2.5 flex size-11 cursor-pointer items-center justify-center md:-m-1.5 md:size-9"
      onPointerDown={({ shiftKey }) => {
        extend.current = shiftKey;
      }}
    >
      <input
        type="checkbox"
        aria-label={label}
        className="size-5 accent-ink"
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed;
        }}
        checked={checked}
        onKeyDown={({ shiftKey }) => {
          extend.current = shiftKey;
        }}
        onChange={() => {
          onToggle(extend.current);
          extend.current = false;
        }}
      />
    </label>
  );
}

export const selectionColumn = ({
  selected,
  page,
  toggle,
  togglePage,
}: Selection): Column<ApplicationSummary> => ({
  name: words.column,
  head: (
    <Box
      label={words.page}
      checked={page === 'all'}
      isMixed={page === 'some'}
      onToggle={togglePage}
    />
  ),
  part: 'select',
  cell: (application) => (
    <Box
      label={words.row(nameOf(application))}
      checked={selected.has(application.id)}
      onToggle={(extend) => toggle(application.id, extend)}
    />
  ),
  className: 'w-10',
});
