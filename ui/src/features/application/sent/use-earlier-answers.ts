/** Fills an empty form with the answers of the rejected application, which the applicant may change. */
import { useEffect, useState } from 'react';
import {
  readApplication,
  type MyApplication,
  type ApplicationDetail,
} from '../../../api/applications';
import { listHeadshots } from '../../../api/headshots';
import { fieldNames } from '../../../content/membership/application-fields';
import { readPersonal, writePersonal } from '../../../session/tab-storage/personal-storage';
import type { Unsent } from '../changes/edited-answers';
import { noAnswers, type Answers } from '../answers';
import type { ApplicationDraft } from '../draft/draft';
import { storedPhoto } from '../photo/photo';

/** The id of the application whose answers the applicant has rejected in favour of an empty form. */
const EMPTY_FORM = 'empty-form';

/** The form opens without the earlier answers after this time. */
const LIMIT_MS = 3_000;

export type Earlier = {
  readonly submittedAt: string;
  /** Null if the form does not have the answers of the application. */
  readonly onStartEmpty: (() => void) | null;
};

const answersOf = (sent: ApplicationDetail): Answers =>
  Object.fromEntries(
    fieldNames.map((name) => [name, sent[name] ?? noAnswers[name]]),
  ) as unknown as Answers;

/** The photo of the application, unless it was deleted. */
async function photoOf({ headshot_id }: ApplicationDetail) {
  if (headshot_id === null) return null;
  const photos = await listHeadshots().catch(() => []);
  const found = photos.find(({ id }) => id === headshot_id);
  return found === undefined ? null : storedPhoto(found);
}

/** Fills the form. Resolves to what starts over, or to null if the form stays as it is. */
async function fill(draft: ApplicationDraft, id: string, isLate: () => boolean) {
  if (readPersonal(EMPTY_FORM, draft.userId) === id) return null;
  const sent = await readApplication(id);
  const photo = await photoOf(sent);
  if (isLate() || draft.hasAnswers()) return null;
  draft.fill(answersOf(sent), photo);
  return () => void writePersonal(EMPTY_FORM, draft.userId, id);
}

type Filled = { readonly draft: ApplicationDraft; readonly earlier: Earlier | null };

/** Adds the changes that were not sent before the application was decided or withdrawn. */
function addUnsent(draft: ApplicationDraft, { changes, photo }: Unsent): void {
  const { headshot_id, ...answers } = changes;
  draft.change({ ...draft.answers(), ...answers });
  if (headshot_id !== undefined) draft.keepPhoto(photo);
}

/** Null until the draft can be shown. */
export function useEarlierAnswers(
  draft: ApplicationDraft | null,
  rejected: MyApplication | null,
  unsent: Unsent | null,
): Filled | null {
  const [filled, setFilled] = useState<Filled | null>(null);
  useEffect(() => {
    if (draft === null) return undefined;
    let isLate = false;
    const show = (onStartEmpty: Earlier['onStartEmpty']) => {
      if (isLate) return;
      isLate = true;
      if (unsent !== null) addUnsent(draft, unsent);
      const earlier = rejected && { submittedAt: rejected.submitted_at, onStartEmpty };
      setFilled({ draft, earlier });
    };
    // A draft that could not be read may have answers.
    if (rejected === null || draft.hasAnswers() || draft.state().unread) {
      show(null);
      return undefined;
    }
    const timer = setTimeout(() => show(null), LIMIT_MS);
    fill(draft, rejected.id, () => isLate).then(show, (cause: unknown) => {
      console.warn('The earlier answers could not be read.', cause);
      show(null);
    });
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [draft, rejected, unsent]);
  return filled?.draft === draft ? filled : null;
}
