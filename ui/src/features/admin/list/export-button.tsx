/** Exports the list: a menu with the formats and the internal columns. */
import { ChevronDown, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { EXPORT_FORMATS } from '../../../api/review/export';
import { Button } from '../../../components/controls/button';
import { CheckboxField } from '../../../components/forms/fields';
import { admin } from '../../../content/membership/admin';
import { useDisclosure } from '../../../lib/hooks/use-disclosure';
import type { Export } from './use-export';

const words = admin.export;

type Props = {
  exporting: Export;
  count: string;
  isEmpty: boolean;
};

export function ExportButton({ exporting, count, isEmpty }: Props) {
  const { busy, start, cancel } = exporting;
  const [note, setNote] = useState(false);
  const [reviewer, setReviewer] = useState(false);
  const { open, button, toggle, close, container } = useDisclosure();
  const panel = useId();
  return (
    <div className="relative max-sm:grow" {...container}>
      {/* The menu and Cancel share a button, so that it keeps the focus. */}
      <Button
        ref={button}
        variant="secondary"
        size="small"
        className="max-sm:min-h-11 max-sm:w-full"
        aria-expanded={open}
        aria-controls={panel}
        aria-disabled={isEmpty && !busy}
        onClick={busy ? cancel : toggle}
      >
        <Download aria-hidden="true" className="size-4" />
        <span>{busy ? words.cancel : words.start(count)}</span>
        {!busy && <ChevronDown aria-hidden="true" className="size-4" />}
      </Button>
      <div
        id={panel}
        hidden={!open}
        className="absolute top-full right-0 z-30 mt-1 w-max max-sm:w-auto rounded-md border border-sand-deep bg-white p-2 shadow-page max-sm:left-0"
      >
        {EXPORT_FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="block min-h-11 w-full rounded px-3 py-2 text-left hover:bg-sand"
            onClick={() => {
              close();
              button.current?.focus();
              start({ format, note, reviewer });
            }}
          >
            {words.formats[format]}
          </button>
        ))}
        <div className="mt-2 space-y-3 border-t border-sand-deep px-3 py-3 text-sm">
          <CheckboxField
            label={words.note}
            checked={note}
            onChange={(event) => setNote(event.target.checked)}
          />
          <CheckboxField
            label={words.reviewer}
            checked={reviewer}
            onChange={(event) => setReviewer(event.target.checked)}
          />
        </div>
      </div>
    </div>
  );
}
