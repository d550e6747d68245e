/** What each change of the applicant changed. */
import type { ApplicationDetail } from '../../../api/review/applications';
import type { ApplicationVersion, ChangeRequest } from '../../../api/review/changes';
import { changeableNames, type ChangeableName } from '../../../content/membership/change-requests';
import { fieldOf, type FieldName } from '../../../content/membership/application-fields';
import { answerText } from '../../../lib/format';

type Answers = Pick<ApplicationDetail, FieldName>;

type Difference =
  | { readonly name: 'headshot_id'; readonly before: string | null; readonly after: string | null }
  | {
      readonly name: FieldName;
      readonly before: string | undefined;
      readonly after: string | undefined;
    };

export type Comparison = {
  /** The number of the earlier version. */
  readonly number: number;
  readonly changedAt: string;
  readonly request: ChangeRequest;
  /** In the order of the form. */
  readonly differences: readonly Difference[];
};

type Version = { readonly answers: Answers; readonly photo: string | null };

function differencesOf(before: Version, after: Version): readonly Difference[] {
  return changeableNames.flatMap((name): Difference[] => {
    if (name === 'headshot_id') {
      return before.photo === after.photo
        ? []
        : [{ name, before: before.photo, after: after.photo }];
    }
    const textOf = ({ answers }: Version) => answerText(answers[name], fieldOf(name).kind);
    const difference = { name, before: textOf(before), after: textOf(after) };
    return difference.before === difference.after ? [] : [difference];
  });
}

/** Newest first. Each version is compared with the next one, the last with the current answers. */
export function comparisonsOf(
  current: ApplicationDetail,
  earlier: readonly ApplicationVersion[],
): readonly Comparison[] {
  const versions: Version[] = [
    ...earlier.map(({ fields, headshot_url }) => ({ answers: fields, photo: headshot_url })),
    { answers: current, photo: current.headshot_url },
  ];
  return earlier
    .map(({ number, replaced_at, change_request }, index) => ({
      number,
      changedAt: replaced_at,
      request: change_request,
      differences: differencesOf(versions[index] as Version, versions[index + 1] as Version),
    }))
    .toReversed();
}

export const changedNames = (comparisons: readonly Comparison[]): ReadonlySet<ChangeableName> =>
  new Set(comparisons.flatMap(({ differences }) => differences.map(({ name }) => name)));
