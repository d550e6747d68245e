import { useEffect, useState } from 'react';
import { ImageOff } from 'lucide-react';
import { Button, buttonClasses } from '../../../components/controls/button';
import { ProgressBar } from '../../../components/feedback/progress-bar';
import { application } from '../../../content/membership/application';
import { fileSize } from '../../../lib/format';
import { type KeptPhoto, type Attempt, type PhotoControl, isRefused } from './photo';
import { FieldFrame, useField } from '../../../components/forms/field-frame';

const words = application.photo;
const PHOTO_ID = 'headshot';

/** iPhones convert HEIC to JPEG unless the page accepts HEIC. Only their browsers support this property. */
const convertsHeic = globalThis.CSS?.supports?.('-webkit-touch-callout', 'none');
const ACCEPTED = convertsHeic ? words.ordinary : `${words.ordinary},${words.heic}`;

function Preview({ file, url: stored }: Pick<KeptPhoto, 'file' | 'url'>) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) {
      setUrl(stored);
      return undefined;
    }
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file, stored]);

  const frame = 'size-24 shrink-0 rounded-lg border border-sand-deep bg-sand';
  return url === null ? (
    <span aria-hidden="true" className={`${frame} flex items-center justify-center text-muted`}>
      <ImageOff className="size-7" />
    </span>
  ) : (
    // If the file is not an image, the icon above replaces the preview.
    <img
      src={url}
      alt={words.preview}
      onError={() => setUrl(null)}
      className={`${frame} object-cover`}
    />
  );
}

function textsOf(attempt: Attempt | null, hasPhoto: boolean): { status: string; error?: string } {
  const kept = hasPhoto ? words.uploaded : '';
  switch (attempt?.is) {
    case undefined:
      return { status: kept };
    case 'uploading':
      if (attempt.share === null) return { status: words.shrinking };
      return { status: words.uploading(Math.floor(attempt.share * 100)) };
    case 'removing':
      return { status: words.removing };
    case 'failed':
    case 'dropped':
    case 'not-removed':
      return { status: isRefused(attempt) ? kept : '', error: attempt.message };
  }
}

type Props = {
  photo: PhotoControl;
  disabled: boolean;
  /** How many more photos the account can have, once at most one is left. */
  left?: number | undefined;
};

export function PhotoField({ photo, disabled, left }: Props) {
  const { kept, attempt, choose, tryAgain, remove } = photo;
  const isNew = attempt !== null && 'file' in attempt && !isRefused(attempt);
  const chosen = isNew ? attempt.file : null;
  const shown = chosen ? { name: chosen.name, bytes: chosen.size, file: chosen, url: null } : kept;
  const { status, error } = textsOf(attempt, kept !== null);
  const busy = disabled || attempt?.is === 'removing';
  const hint = left === undefined ? words.hint : `${words.hint} ${words.left(left, kept !== null)}`;
  const { frame, control } = useField({ id: PHOTO_ID, label: words.label, hint, error });
  /** The pressed button disappears or is disabled, so the focus moves to the field. */
  const andFocus = (act: () => void) => () => {
    act();
    document.getElementById(PHOTO_ID)?.focus();
  };

  return (
    <FieldFrame {...frame}>
      {shown !== null && (
        <div className="mb-3 flex items-start gap-4 rounded-lg bg-paper p-4">
          <Preview file={shown.file} url={shown.url} />
          <div className="min-w-0 grow space-y-2">
            <p className="leading-snug wrap-anywhere">
              <span className="font-medium">{shown.name}</span>{' '}
              {shown.bytes !== null && (
                <span className="text-muted">({fileSize(shown.bytes)})</span>
              )}
            </p>
            {attempt?.is === 'uploading' && attempt.share !== null && (
              <ProgressBar label={words.progress} value={attempt.share} max={1} />
            )}
            <p className="text-sm text-muted">{status}</p>
            <div className="flex flex-wrap gap-2">
              {isNew && attempt.is === 'failed' && (
                <Button
                  size="small"
                  variant="secondary"
                  disabled={busy}
                  onClick={andFocus(tryAgain)}
                >
                  {words.tryAgain}
                </Button>
              )}
              <Button
                size="small"
                variant="secondary"
                disabled={busy}
                aria-label={words.removeOf(shown.name)}
                onClick={andFocus(remove)}
              >
                {words.remove}
              </Button>
            </div>
          </div>
        </div>
      )}
      {/* The percentage is omitted, because a screen reader would announce each change. */}
      <span role="status" className="sr-only">
        {attempt?.is === 'uploading' && attempt.share !== null ? words.started : (error ?? status)}
      </span>
      {/* A native input for keyboards and assistive technology, with a label that looks like a button. */}
      <div className="relative">
        <input
          {...control}
          type="file"
          // The label is explicit, because the button below is also a label.
          aria-label={frame.label}
          className="peer sr-only"
          accept={ACCEPTED}
          // Not during a removal, because the field then has the focus.
          disabled={disabled}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file can be chosen again.
            target.value = '';
            if (file !== undefined) choose(file);
          }}
        />
        <label
          htmlFor={frame.id}
          aria-hidden="true"
          className={`${buttonClasses('secondary')} peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-clay peer-enabled:hover:bg-sand peer-disabled:cursor-not-allowed peer-disabled:opacity-55`}
        >
          {shown === null ? words.choose : words.chooseAnother}
        </label>
      </div>
    </FieldFrame>
  );
}
