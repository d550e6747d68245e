/** Saves all pages of the list as a file. */
import { useEffect, useRef, useState } from 'react';
import { isCancelled, toProblem } from '../../../api/errors';
import type { ApplicationFilter } from '../../../api/review/applications';
import { type ExportOptions, exportApplications } from '../../../api/review/export';
import { admin } from '../../../content/membership/admin';
import { saveFile } from '../../../lib/browser/save-file';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';

const words = admin.export;

/** The progress is rendered at this interval, not for each of thousands of chunks. */
const STEP_MS = 250;

type Outcome = { is: 'saved' | 'failed'; message: string };

export function useExport(filter: ApplicationFilter) {
  const { busy, run } = useSingleFlight();
  const [bytes, setBytes] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
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

  return {
    busy,
    start: (options: ExportOptions) => void run(() => download(options)),
    cancel: () => running.current?.abort(),
    /** That the file is being prepared, or is saved. */
    status: busy ? words.waiting : outcome?.is === 'saved' ? outcome.message : '',
    received: busy && bytes > 0 ? words.received((bytes / 1_000_000).toFixed(1)) : '',
    failure: outcome?.is === 'failed' ? outcome.message : null,
  } as const;
}

export type Export = ReturnType<typeof useExport>;
