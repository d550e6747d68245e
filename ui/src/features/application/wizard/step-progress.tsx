import { Check, CloudOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { ProgressBar } from '../../../components/feedback/progress-bar';
import { application } from '../../../content/membership/application';
import type { Step } from '../../../content/membership/application-fields';
import { classNames } from '../../../lib/class-names';
import type { DraftState } from '../draft/application-draft';

const STEPS = [1, 2, 3] as const;

export function StepProgress({ step, state }: { step: Step; state: DraftState }) {
  return (
    <div className="space-y-2">
      <div className="flex min-h-6 items-center justify-between gap-4">
        <p className="text-sm font-semibold text-muted">{application.stepOf(step)}</p>
        <SaveStatus state={state} />
      </div>
      <ProgressBar label={application.progress} value={step} max={3} />
      <ol className="grid grid-cols-3 gap-3 text-[0.82rem] leading-snug sm:text-sm">
        {STEPS.map((each) => (
          <li
            key={each}
            aria-current={each === step ? 'step' : undefined}
            className={classNames(
              'flex items-start gap-0.5 sm:gap-1',
              each === step ? 'font-semibold' : 'text-muted',
            )}
          >
            {each < step && (
              <Check
                aria-hidden="true"
                className="mt-0.5 size-3.5 shrink-0 text-evergreen sm:size-4"
              />
            )}
            <span>{application.steps[each]}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const words = application.saving;

const icons = { saving: RefreshCw, saved: Check, unsaved: CloudOff } as const;

/** Announces only when saving fails and when it works again. */
function useAnnouncement({ saving, keptHere }: Pick<DraftState, 'saving' | 'keptHere'>): string {
  const [announced, setAnnounced] = useState<'' | 'trouble' | 'over'>('');
  if (saving === 'unsaved' && announced !== 'trouble') setAnnounced('trouble');
  if (saving === 'saved' && announced === 'trouble') setAnnounced('over');
  if (announced === 'over') return words.savedAgain;
  if (announced === '') return '';
  return keptHere ? words.keptHere : words.keptNowhere;
}

function SaveStatus({ state }: { state: DraftState }) {
  const { saving } = state;
  const announcement = useAnnouncement(state);
  const Icon = saving === 'none' ? null : icons[saving];
  return (
    <>
      {saving !== 'none' && Icon !== null && (
        <span
          className={`inline-flex items-center gap-1.5 text-sm ${saving === 'unsaved' ? 'font-semibold text-clay' : 'text-muted'}`}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span>{words[saving]}</span>
        </span>
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
