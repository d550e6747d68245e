/** Exports the list: as CSV with one click, or with the options of a dialog. */
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { PLAIN_CSV } from '../../../api/review/export';
import { Button } from '../../../components/controls/button';
import { admin } from '../../../content/membership/admin';
import { ExportDialog } from './export-dialog';
import type { Export } from './use-export';

const words = admin.export;

type Props = {
  exporting: Export;
  count: string;
  isEmpty: boolean;
};

export function ExportButton({ exporting, count, isEmpty }: Props) {
  const { busy, start, cancel } = exporting;
  const [choosing, setChoosing] = useState(false);
  const options = useRef<HTMLButtonElement>(null);
  return (
    <>
      {/* Start and Cancel share a button, so that it keeps the focus. */}
      <Button
        variant="secondary"
        size="small"
        className="max-sm:min-h-11 max-sm:grow"
        aria-disabled={isEmpty && !busy}
        onClick={() => (busy ? cancel() : start(PLAIN_CSV))}
      >
        <Download aria-hidden="true" className="size-4" />
        <span>{busy ? words.cancel : words.start(count)}</span>
      </Button>
      <Button
        ref={options}
        variant="secondary"
        size="small"
        className="max-sm:min-h-11 max-sm:grow"
        aria-haspopup="dialog"
        aria-disabled={isEmpty || busy}
        onClick={() => setChoosing(true)}
      >
        {words.options}
      </Button>
      {choosing && (
        <ExportDialog
          count={count}
          onExport={(chosen) => {
            setChoosing(false);
            start(chosen);
          }}
          onCancel={() => setChoosing(false)}
          finalFocus={() => options.current}
        />
      )}
    </>
  );
}
