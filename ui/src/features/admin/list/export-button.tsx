/** Saves all pages of the list: as CSV with one click, or with the options of a dialog. */
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isCancelled, toProblem } from '../../../api/errors';
import type { ApplicationFilter } from '../../../api/review/applications';
import { type ExportOptions, PLAIN_CSV, exportApplications } from '../../../api/review/export';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { admin } from '../../../content/membership/admin';
import { saveFile } from '../../../lib/browser/save-file';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { ExportDialog } from './export-dialog';

const words = admin.export;

/** The progress is rendered at this interval, not for each of thousands of chunks. */
const STEP_MS = 250;

type Outcome = { is: 'saved' | 'failed'; message: string };

type Props = {
  filter: ApplicationFilter;
  count: string;
  isEmpty: boolean;
};

export function ExportButton({ filter, count, isEmpty }: Props) {
  const { busy, run } = useSingleFlight();
  const [bytes, setBytes] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [choosing, setChoosing] = useState(false);
  const options = useRef<HTMLButtonElement>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const download = async (chosen: ExportOptions) => {
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    setOutcome(null);
    let shownAt = 0;
    try {
      const { name, content } = await exportApplications(
        filter,
        chosen,
        stop.signal,
        (received) => {
          const now = performance.now();
          if (now - shownAt < STEP_MS) return;
          shownAt = now;
          setBytes(received);
        },
      );
      saveFile(name, content);
      setOutcome({ is: 'saved', message: words.done(name) });
    } catch (cause) {
      if (isCancelled(cause)) return;
      setOutcome({ is: 'failed', message: words.failed(toProblem(cause).message) });
    }
  };

  const megabytes = (bytes / 1_000_000).toFixed(1);
  const progress = bytes === 0 ? words.waiting : words.received(megabytes);
  const status = busy ? progress : outcome?.is === 'saved' ? outcome.message : '';
  return (
    // On a phone, Select is in one row with the second button.
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents">
      {/* Start and Cancel share a button, so that it keeps the focus. */}
      <Button
        variant="secondary"
        size="small"
        className="max-sm:min-h-11 max-sm:grow"
        aria-disabled={isEmpty && !busy}
        onClick={() => (busy ? running.current?.abort() : void run(() => download(PLAIN_CSV)))}
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
            void run(() => download(chosen));
          }}
          onCancel={() => setChoosing(false)}
          finalFocus={() => options.current}
        />
      )}
      {/* Takes no space in the row while it is empty. */}
      <output className={status === '' ? 'sr-only' : 'text-sm text-muted'}>{status}</output>
      {outcome?.is === 'failed' && (
        <Alert variant="destructive" className="basis-full">
          {outcome.message}
        </Alert>
      )}
    </div>
  );
}
