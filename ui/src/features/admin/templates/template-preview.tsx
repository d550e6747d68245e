/** The rendered mail beside the editor. While the text has an error, the last good rendering stays. */
import { useEffect, useId, useState } from 'react';
import { type ApiProblem, fieldsOf, isCancelled, toProblem } from '../../../api/errors';
import {
  type EmailPreview,
  type EmailTemplateName,
  previewTemplate,
  type TemplateTexts,
} from '../../../api/review/templates';
import { RetryAlert } from '../../../components/feedback/alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { Segments } from '../../../components/forms/segments';
import { emailTemplates } from '../../../content/membership/email-templates';

const words = emailTemplates.preview;

/** The server accepts one preview a second, and more in a burst. */
const PAUSE_MS = 600;

/** Renders the texts once typing has paused. `problem` is why the last rendering failed. */
export function usePreview(name: EmailTemplateName, { subject, html_content }: TemplateTexts) {
  const [preview, setPreview] = useState<EmailPreview | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const render = async () => {
      try {
        const next = await previewTemplate(name, { subject, html_content }, abort.signal);
        if (abort.signal.aborted) return;
        setPreview(next);
        setProblem(null);
      } catch (cause) {
        if (!isCancelled(cause)) setProblem(toProblem(cause));
      }
    };
    const timer = setTimeout(() => void render(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name, subject, html_content, attempt]);
  return { preview, problem, setProblem, retry: () => setAttempt((count) => count + 1) };
}

const sizes = ['desktop', 'phone', 'text'] as const;

type Props = Pick<ReturnType<typeof usePreview>, 'preview' | 'problem' | 'retry'>;

export function TemplatePreview({ preview, problem, retry }: Props) {
  const title = useId();
  const [size, setSize] = useState<(typeof sizes)[number]>(() =>
    window.matchMedia('(width < 48rem)').matches ? 'phone' : 'desktop',
  );
  return (
    <section
      aria-labelledby={title}
      className="min-w-0 space-y-3 xl:sticky xl:top-20 xl:self-start"
    >
      <h3 id={title} className="font-serif text-lg">
        {words.title}
      </h3>
      <Segments
        label={words.as}
        className="grid-cols-3"
        value={size}
        onChoose={setSize}
        options={sizes.map((value) => ({ value, label: words.sizes[value] }))}
      />
      <output className={problem === null ? 'sr-only' : 'block text-sm text-muted'}>
        {problem !== null && fieldsOf(problem).length > 0 && words.outdated}
      </output>
      {problem !== null && fieldsOf(problem).length === 0 && (
        <RetryAlert retry={words.retry} onRetry={retry}>
          {words.failed(problem.message)}
        </RetryAlert>
      )}
      {preview === null && problem === null && <Skeleton label={words.loading} lines={8} />}
      {preview !== null && (
        <>
          <p className="wrap-anywhere">
            <span className="text-muted">{words.subject}</span>{' '}
            <strong className="font-semibold">{preview.subject}</strong>
          </p>
          {size === 'text' ? (
            <pre className="rounded-md border border-sand-deep bg-paper p-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
              {preview.text}
            </pre>
          ) : (
            <div
              role="region"
              aria-label={words.scrolled}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard cannot scroll it otherwise
              tabIndex={0}
              className="overflow-x-auto rounded-md border border-sand-deep bg-paper max-sm:-mx-4"
            >
              {/* A frame that loads another page adds an entry to the history, a new frame does not. */}
              <iframe
                key={preview.preview_url}
                src={preview.preview_url}
                title={words.frame}
                sandbox=""
                className={size === 'phone' ? 'mx-auto h-150 w-80' : 'mx-auto h-150 w-150'}
              />
            </div>
          )}
          <p className="text-sm text-muted">{words.note}</p>
        </>
      )}
    </section>
  );
}
