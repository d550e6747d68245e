/** Exports all pages of the list as a file: a menu with the formats and the internal columns. */
import { type ReactNode, useEffect, useRef, useState, useId } from 'react';
import { isCancelled, toProblem } from '../../../api/errors';
import { type ExportOptions, EXPORT_FORMATS } from '../../../api/review/export';
import { admin } from '../../../content/membership/admin';
import { classNames } from '../../../lib/class-names';
import { saveFile } from '../../../lib/browser/save-file';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { ChevronDown, Download } from 'lucide-react';
import { Button } from '../../../components/controls/button';
import { CheckboxField } from '../../../components/forms/fields';
import { useDisclosure } from '../../../lib/hooks/use-disclosure';

const words = admin.export;

/** The progress is rendered at this interval, not for each of thousands of chunks. */
const STEP_MS = 250;

type Outcome = { is: 'saved' | 'failed'; message: string };

type File = { name: string; content: Blob };

/** `request` reports the bytes it has received. */
export function useExport<Options>(
  request: (
    options: Options,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ) => Promise<File>,
) {
  const [bytes, setBytes] = useState(0);
  const { busy, outcome, act } = useAct<Outcome | null>((cause) =>
    isCancelled(cause) ? null : { is: 'failed', message: words.failed(toProblem(cause).message) },
  );
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const download = async (chosen: Options) => {
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    let shownAt = 0;
    const { name, content } = await request(chosen, stop.signal, (received) => {
      const now = performance.now();
      if (now - shownAt < STEP_MS) return;
      shownAt = now;
      setBytes(received);
    });
    saveFile(name, content);
    return { is: 'saved', message: words.done(name) } as const;
  };

  return {
    busy,
    start: (options: Options) => void act(() => download(options)),
    cancel: () => running.current?.abort(),
    /** That the file is being prepared, or is saved. */
    status: busy ? words.waiting : outcome?.is === 'saved' ? outcome.message : '',
    received: busy && bytes > 0 ? words.received((bytes / 1_000_000).toFixed(1)) : '',
    failure: outcome?.is === 'failed' ? outcome.message : null,
  } as const;
}

type Props = {
  exporting: ReturnType<typeof useExport<ExportOptions>>;
  label: ReactNode;
  isDisabled: boolean;
  /** The id of the text that says why it is disabled. */
  describedBy?: string | undefined;
  /** Which edge the menu shares with the button on wide screens. */
  align?: 'left' | 'right';
};

export function ExportButton(props: Props) {
  const { exporting, label, isDisabled, describedBy, align = 'right' } = props;
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
        aria-disabled={isDisabled && !busy}
        aria-describedby={describedBy}
        onClick={busy ? cancel : toggle}
      >
        <Download aria-hidden="true" className="size-4" />
        <span>{busy ? words.cancel : label}</span>
        {!busy && <ChevronDown aria-hidden="true" className="size-4" />}
      </Button>
      <div
        id={panel}
        hidden={!open}
        className={classNames(
          'absolute top-full z-30 mt-1 w-max rounded-md border border-sand-deep bg-white p-2 shadow-page',
          align === 'right' ? 'right-0 max-sm:left-0 max-sm:w-auto' : 'left-0 max-sm:w-64',
        )}
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
