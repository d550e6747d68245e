/** The column of checkboxes. Shift extends the selection, with the pointer and with the space bar. */
import { useRef } from 'react';
import type { ApplicationSummary } from '../../../api/review/applications';
import type { Column } from '../../../components/lists/data-list';
import { reviewActs } from '../../../content/membership/review-acts';
import { nameOf } from '../list/application-actions';
import type { Selection } from './use-selection';

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
