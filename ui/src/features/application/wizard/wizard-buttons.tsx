import { Button } from '../../../components/controls/button';
import { application } from '../../../content/membership/application';
import { fieldOf, type FieldName, type Step } from '../../../content/membership/application-fields';

type Props = {
  step: Step;
  missing: readonly FieldName[];
  submitting: boolean;
  onPrevious(): void;
  /** Next leads back to the review. */
  toReview: boolean;
};

export function WizardButtons({ step, missing, submitting, onPrevious, toReview }: Props) {
  const blocked = missing.length > 0;
  const reason = blocked ? 'missing-answers' : undefined;
  return (
    <div className="flex items-center justify-between gap-4 border-t border-sand pt-6 max-sm:flex-col max-sm:items-stretch max-sm:gap-3">
      <Button variant="secondary" onClick={onPrevious} disabled={step === 1 || submitting}>
        {application.previous}
      </Button>
      <output
        id="missing-answers"
        className="text-sm text-muted empty:hidden max-sm:-order-1 sm:grow sm:text-right"
      >
        {blocked ? application.missing(missing.map((name) => fieldOf(name).label)) : ''}
      </output>
      {step === 3 ? (
        <Button
          key="submit"
          type="submit"
          disabled={blocked}
          busy={submitting}
          aria-describedby={reason}
        >
          {submitting ? application.submitting : application.submit}
        </Button>
      ) : (
        <Button key="next" type="submit" disabled={blocked} aria-describedby={reason}>
          {toReview ? application.backToReview : application.next}
        </Button>
      )}
    </div>
  );
}
