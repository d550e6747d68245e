/** The answers of steps 1 and 2, each with a Change button. */
import { Button } from '../../../components/controls/button';
import { FactList } from '../../../components/lists/fact-list';
import { application } from '../../../content/membership/application';
import { fieldOf, fieldsOf, type Step } from '../../../content/membership/application-fields';
import { answerText } from '../../../lib/format';
import type { Answers } from '../answers';

const { review, steps } = application;
const BEFORE = [1, 2] as const;

type Props = { answers: Answers; onChange(step: Step): void; disabled: boolean };

export function ReviewAnswers({ answers, onChange, disabled }: Props) {
  return (
    <section aria-labelledby="review-heading" className="space-y-4 border-t border-sand pt-6">
      <h3 id="review-heading" className="font-serif text-xl">
        {review.title}
      </h3>
      <p className="text-muted">{review.introduction}</p>
      {BEFORE.map((step) => (
        <div key={step} className="rounded-lg bg-paper p-4">
          <div className="flex items-center justify-between gap-3">
            <h4 className="font-semibold">{steps[step]}</h4>
            <Button
              variant="secondary"
              size="small"
              disabled={disabled}
              aria-label={review.changeStep(steps[step])}
              onClick={() => onChange(step)}
            >
              {review.change}
            </Button>
          </div>
          <div className="mt-2">
            <FactList
              none={review.none}
              facts={fieldsOf(step).map((name) => {
                const { label, kind } = fieldOf(name);
                return [label, answerText(answers[name], kind)];
              })}
            />
          </div>
        </div>
      ))}
    </section>
  );
}
