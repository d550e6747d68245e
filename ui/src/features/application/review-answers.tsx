/**
 * The answers of the steps before, once more before all is sent, each group with a way back to it. What this step
 * itself asks for stands above, so it is not repeated.
 */
import { Button } from '../../components/button';
import { application } from '../../content/application';
import { fieldsOf, type Answers, type FieldName, type Step } from './answers';

const { fields, review, steps } = application;
const BEFORE = [1, 2] as const;

function shown(answers: Answers, name: FieldName): string {
  const answer = answers[name];
  const text = typeof answer === 'string' ? answer.trim() : answer.join(', ');
  if (text === '') return review.none;
  if (name !== 'date_of_birth') return text;
  // Noon keeps the day the same in every time zone.
  const date = new Date(`${text}T12:00:00`);
  return Number.isNaN(date.getTime())
    ? text
    : date.toLocaleDateString('en-US', { dateStyle: 'long' });
}

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
              variant="ghost"
              disabled={disabled}
              aria-label={review.changeStep(steps[step])}
              onClick={() => onChange(step)}
            >
              {review.change}
            </Button>
          </div>
          <dl className="mt-2 grid items-baseline gap-x-6 sm:grid-cols-[12rem_1fr] sm:gap-y-2">
            {fieldsOf[step].map((name) => (
              <div key={name} className="contents">
                <dt className="text-sm text-muted">{fields[name]}</dt>
                <dd className="mb-2 wrap-anywhere whitespace-pre-line sm:mb-0">
                  {shown(answers, name)}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
