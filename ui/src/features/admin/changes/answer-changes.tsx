/** What the applicant changed: the answers before and after each change, with the differing words marked. */
import { useMemo } from 'react';
import { Button } from '../../../components/controls/button';
import { Skeleton } from '../../../components/feedback/skeleton';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { changeableLabel, changeRequests } from '../../../content/membership/change-requests';
import type { Comparison } from './comparisons';
import type { Comparisons } from './use-comparisons';
import { type Piece, wordDiff } from './word-diff';

const words = changeRequests.comparison;

export function AnswerChanges({ comparisons, state, retry }: Comparisons) {
  if (state === 'none') return null;
  return (
    <section aria-labelledby="answer-changes">
      <h3 id="answer-changes" className="mb-3 border-b border-sand pb-1 font-serif text-lg">
        {words.title}
      </h3>
      {state === 'loading' && <Skeleton label={words.loading} lines={3} />}
      {state === 'failed' && (
        <p className="flex flex-wrap items-center gap-3">
          <span>{words.failed}</span>
          <Button
            variant="secondary"
            size="small"
            className="max-sm:min-h-11"
            aria-label={words.retryOf}
            onClick={retry}
          >
            {words.retry}
          </Button>
        </p>
      )}
      <div className="space-y-3">
        {comparisons.map((comparison, index) => (
          <details key={comparison.number} open={index === 0} className="group">
            <summary className="flex min-h-11 cursor-pointer items-center gap-1 text-sm font-semibold">
              {words.changedOn} <DateTime at={comparison.changedAt} withTime />
            </summary>
            <OneChange comparison={comparison} after={index === 0 ? words.now : words.after} />
          </details>
        ))}
      </div>
    </section>
  );
}

function OneChange({ comparison, after }: { comparison: Comparison; after: string }) {
  const { request, differences } = comparison;
  return (
    <div className="space-y-4 border-l-4 border-sand-deep pl-4">
      <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">
        {words.asked(request.requested_by?.name ?? admin.deletedAccount)} {request.message}
      </p>
      {differences.length === 0 && <p>{words.unchanged}</p>}
      {differences.map((difference) => (
        <div key={difference.name} className="break-inside-avoid">
          <h4 className="font-semibold">{changeableLabel(difference.name)}</h4>
          <dl className="mt-1 grid gap-x-4 gap-y-2 sm:grid-cols-2">
            {difference.name === 'headshot_id' ? (
              <>
                <Side title={words.before}>
                  <Photo url={difference.before} alt={words.photoBefore} />
                </Side>
                <Side title={after}>
                  <Photo url={difference.after} alt={words.photoAfter} />
                </Side>
              </>
            ) : (
              <Texts before={difference.before} now={difference.after} after={after} />
            )}
          </dl>
        </div>
      ))}
    </div>
  );
}

function Side({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="rounded-md bg-paper px-3 py-2">
      <dt className="text-sm text-muted">{title}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

function Photo({ url, alt }: { url: string | null; alt: string }) {
  if (url === null) return words.noPhoto;
  return (
    <img
      src={url}
      alt={alt}
      className="mt-1 size-32 rounded-lg border border-sand-deep bg-sand object-cover"
    />
  );
}

type TextsProps = { before: string | undefined; now: string | undefined; after: string };

function Texts({ before, now, after }: TextsProps) {
  const sides = useMemo(() => wordDiff(before ?? '', now ?? ''), [before, now]);
  return (
    <>
      <Side title={words.before}>
        {before === undefined ? words.none : <Marked pieces={sides.before} as="del" />}
      </Side>
      <Side title={after}>
        {now === undefined ? words.none : <Marked pieces={sides.after} as="ins" />}
      </Side>
    </>
  );
}

const marks = {
  del: 'rounded-xs bg-error-tint text-error-deep decoration-1',
  ins: 'rounded-xs bg-success-tint text-success decoration-2',
};

function Marked({ pieces, as }: { pieces: readonly Piece[]; as: keyof typeof marks }) {
  return pieces.map(({ text, isMarked }, index) => {
    const Mark = isMarked ? as : 'span';
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a piece has no other identity than its place
      <Mark key={index} className={isMarked ? marks[as] : undefined}>
        {text}
      </Mark>
    );
  });
}
