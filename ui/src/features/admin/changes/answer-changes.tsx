/** What each change of the applicant changed: the answers before and after it, with the differing words marked. */
import { useQuery } from '@tanstack/react-query';
import { diffArrays } from 'diff';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import {
  type ApplicationDetail,
  type ApplicationVersion,
  type ChangeRequest,
  listVersions,
  type ReviewedApplication,
} from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { Skeleton } from '../../../components/feedback/skeleton';
import { showToast } from '../../../components/feedback/toast';
import { DateTime } from '../../../components/text/date-time';
import { Marked } from '../../../components/text/marked';
import { admin } from '../../../content/membership/admin';
import {
  fieldOf,
  type FieldName,
  isPersonal,
  type PersonalName,
} from '../../../content/membership/application-fields';
import {
  changeableLabel,
  changeableNames,
  type ChangeableName,
  changeRequests,
} from '../../../content/membership/change-requests';
import { reading } from '../../../content/membership/reading';
import type { Piece } from '../../../lib/found-words';
import { answerText } from '../../../lib/format';
import { useBlind } from '../blind';

const words = changeRequests.comparison;

type Answers = Pick<ApplicationDetail, FieldName | 'headshot_id'>;

type Difference =
  | { readonly name: 'headshot_id'; readonly before: string | null; readonly after: string | null }
  | {
      readonly name: FieldName;
      readonly before: string | undefined;
      readonly after: string | undefined;
    };

type Comparison = {
  /** The number of the earlier version. */
  readonly number: number;
  readonly changedAt: string;
  readonly request: ChangeRequest;
  /** In the order of the form. Without personal data until it is opened. */
  readonly differences: readonly Difference[];
  /** Whether personal data that is not opened has changed. The newest is known only once it is opened. */
  readonly personal: 'same' | 'changed' | 'unknown';
};

/** Of the newest version the personal data is missing until it is opened. */
type Version = {
  readonly answers: Omit<Answers, PersonalName> & Partial<Answers>;
  readonly photo: string | null;
};

export type Personal = Pick<ApplicationDetail, PersonalName>;

function differencesOf(before: Version, after: Version): readonly Difference[] {
  return changeableNames.flatMap((name): Difference[] => {
    if (name === 'headshot_id') {
      // Two responses may have different addresses for one photo.
      return before.answers[name] === after.answers[name]
        ? []
        : [{ name, before: before.photo, after: after.photo }];
    }
    const textOf = ({ answers }: Version) => answerText(answers[name], fieldOf(name).kind);
    const difference = { name, before: textOf(before), after: textOf(after) };
    return difference.before === difference.after ? [] : [difference];
  });
}

/**
 * Newest first. Each version is compared with the next one, the last with the current answers. Without `personal`, the
 * personal data is not opened.
 */
export function comparisonsOf(
  current: ReviewedApplication,
  personal: Personal | undefined,
  earlier: readonly ApplicationVersion[],
): readonly Comparison[] {
  const versions: Version[] = [
    ...earlier.map(({ fields, headshot_url }) => ({ answers: fields, photo: headshot_url })),
    { answers: { ...current, ...personal }, photo: current.headshot_url },
  ];
  return earlier
    .map(({ number, replaced_at, change_request: request }, index) => {
      const all = differencesOf(versions[index] as Version, versions[index + 1] as Version);
      const isNewest = index === earlier.length - 1;
      const touched: readonly string[] = isNewest ? request.fields : all.map(({ name }) => name);
      return {
        number,
        changedAt: replaced_at,
        request,
        differences: all.filter(({ name }) => personal !== undefined || !isPersonal(name)),
        personal:
          personal !== undefined || !touched.some(isPersonal)
            ? ('same' as const)
            : isNewest
              ? ('unknown' as const)
              : ('changed' as const),
      };
    })
    .toReversed();
}

/** The changes of an applicant, and a notice when another one arrives while the dialog is open. */
export function useComparisons(
  application: ReviewedApplication | undefined,
  personal: Personal | undefined,
) {
  const { id = '', version = 1 } = application ?? {};
  const seen = useRef({ id, version });
  useEffect(() => {
    const arrived = seen.current.id === id && seen.current.version < version;
    if (arrived) showToast({ title: words.arrived });
    seen.current = { id, version };
  }, [id, version]);

  const { data, isFetching, refetch } = useQuery({
    // Another version of the application has other earlier versions.
    queryKey: ['application-versions', id, version],
    queryFn: ({ signal }) => listVersions(id, signal),
    enabled: version > 1,
  });
  const comparisons = useMemo(
    () =>
      application === undefined || data === undefined
        ? []
        : comparisonsOf(application, personal, data),
    [application, personal, data],
  );
  return {
    comparisons,
    changed: useMemo(
      () =>
        new Set<ChangeableName>(
          comparisons.flatMap(({ differences }) => differences.map(({ name }) => name)),
        ),
      [comparisons],
    ),
    state:
      version === 1 ? 'none' : data !== undefined ? 'loaded' : isFetching ? 'loading' : 'failed',
    retry: () => void refetch(),
  } as const;
}

export function AnswerChanges({ comparisons, state, retry }: ReturnType<typeof useComparisons>) {
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
          <details key={comparison.number} open={index === 0}>
            <summary className="cursor-pointer py-3 text-sm font-semibold">
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
  const { request, differences, personal } = comparison;
  const { isBlind } = useBlind();
  return (
    <div className="space-y-4 border-l-4 border-sand-deep pl-4">
      <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">
        {words.asked(request.requested_by?.name ?? admin.deletedAccount)} {request.message}
      </p>
      {differences.length === 0 && personal === 'same' && <p>{words.unchanged}</p>}
      {personal !== 'same' && (
        <p className="font-semibold">
          {personal === 'changed' ? reading.personal.changed : reading.personal.mayHaveChanged}
        </p>
      )}
      {differences.map((difference) => (
        <div key={difference.name} className="break-inside-avoid">
          <h4 className="font-semibold">{changeableLabel(difference.name)}</h4>
          <dl className="mt-1 grid gap-x-4 gap-y-2 sm:grid-cols-2">
            {difference.name === 'headshot_id' && isBlind ? (
              <Side title={after}>{reading.blind.photoHidden}</Side>
            ) : difference.name === 'headshot_id' ? (
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

export function Side({ title, children }: { title: string; children: ReactNode }) {
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

/** More differences take seconds to find, and no reader compares them word by word. */
const MAX_DIFFERENCES = 2_000;

/** Words, and the spaces and punctuation between them. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];

/** Joins pieces, and marks a space between two marked words. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const isMarked = ({ text, isMarked: own }: Piece, index: number) =>
    own ||
    (text.trim() === '' &&
      pieces[index - 1]?.isMarked === true &&
      pieces[index + 1]?.isMarked === true);
  const all: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const next = { text: piece.text, isMarked: isMarked(piece, index) };
    const last = all.at(-1);
    if (last?.isMarked === next.isMarked) {
      all[all.length - 1] = { ...next, text: last.text + next.text };
    } else all.push(next);
  }
  return all;
}

export function wordDiff(before: string, after: string) {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_DIFFERENCES });
  if (parts === undefined) {
    const whole = (text: string) => [{ text, isMarked: true }];
    return { before: whole(before), after: whole(after) };
  }
  const side = (missing: 'added' | 'removed') => {
    const own = parts.filter((part) => !part[missing]);
    const isMarked = ({ added, removed }: (typeof own)[number]) => added || removed;
    return joined(
      own.flatMap((part) => part.value.map((text) => ({ text, isMarked: isMarked(part) }))),
    );
  };
  return { before: side('added'), after: side('removed') };
}
