/** The field for the profile photo. */
import { useEffect, useState } from 'react';
import { ImageOff } from 'lucide-react';
import { Button } from '../../../components/controls/button';
import { FileField } from '../../../components/forms/file-field';
import { ProgressBar } from '../../../components/feedback/progress-bar';
import { application } from '../../../content/membership/application';
import { fileSize } from '../../../lib/format';
import type { KeptPhoto } from './kept-photo';
import { type Attempt, isRefused, type PhotoControl } from './use-photo';

const words = application.photo;
const PHOTO_ID = 'headshot';

/** iPhones convert HEIC to JPEG unless the page accepts HEIC. Only their browsers support this property. */
const convertsHeic = globalThis.CSS?.supports?.('-webkit-touch-callout', 'none');
const ACCEPTED = convertsHeic ? words.ordinary : `${words.ordinary},${words.heic}`;

type Shown = Pick<KeptPhoto, 'name' | 'bytes' | 'file' | 'url'>;

const fromFile = (file: File): Shown => ({ name: file.name, bytes: file.size, file, url: null });

function Preview({ file, url: stored }: Pick<Shown, 'file' | 'url'>) {
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
  const shown = isNew ? fromFile(attempt.file) : kept;
  const { status, error } = textsOf(attempt, kept !== null);
  const busy = disabled || attempt?.is === 'removing';
  /** The pressed button disappears or is disabled, so the focus moves to the field. */
  const andFocus = (act: () => void) => () => {
    act();
    document.getElementById(PHOTO_ID)?.focus();
  };

  return (
    <FileField
      id={PHOTO_ID}
      label={words.label}
      hint={left === undefined ? words.hint : `${words.hint} ${words.left(left, kept !== null)}`}
      error={error}
      accept={ACCEPTED}
      chooseLabel={shown === null ? words.choose : words.chooseAnother}
      // The field is not disabled during a removal, because it then has the focus.
      disabled={disabled}
      onChoose={choose}
    >
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
    </FileField>
  );
}
