/** How far the form is: the progress bar with the step's number and the names of all three, and whether all is saved. */
import { Check } from 'lucide-react';
import { ProgressBar } from '../../components/progress-bar';
import { application } from '../../content/membership/application';
import type { Step } from '../../content/membership/application-fields';
import { classNames } from '../../lib/class-names';
import type { DraftState } from './application-draft';
import { SaveStatus } from './save-status';

const STEPS = [1, 2, 3] as const;

export function StepLine({ step, state }: { step: Step; state: DraftState }) {
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
