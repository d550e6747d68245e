/** The application form in three steps. */
import {
  useEffect,
  useEffectEvent,
  useState,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Alert } from '../../../components/feedback/alert';
import { ErrorSummary } from '../../../components/forms/error-summary';
import { Form } from '../../../components/forms/form';
import { textLinkClasses } from '../../../components/text/mail-text';
import { application } from '../../../content/membership/application';
import {
  type FieldName,
  type Step,
  fieldNames,
  fieldOf,
  fieldsOf,
} from '../../../content/membership/application-fields';
import { pages, paths } from '../../../content/site/pages';
import { type Answers, factsOf, furthestStep, missingIn, stepOf } from '../answers';
import type { ApplicationDraft } from '../draft/draft';
import { DraftNotices, STEP_HEADING, StepProgress } from './wizard-head';
import type { Earlier } from '../sent/use-earlier-answers';
import { PhotoField } from '../photo/photo-field';
import {
  AnswerFields,
  type Refusal,
  showRefusals,
  useDraftForm,
  useTypedSubject,
} from './answer-fields';
import { usePhoto } from '../photo/photo';
import { useSubmission } from './submission';
import { Button } from '../../../components/controls/button';
import { FactList } from '../../../components/lists/fact-list';
import { useGoBack } from '../../../lib/hooks/use-go-back';

type Props = {
  draft: ApplicationDraft;
  earlier: Earlier | null;
  onReceived(): void;
  onAlreadyPending(): void;
  /** The season has ended. */
  onClosed(): void;
};

export function ApplicationWizard(props: Props) {
  const { draft, earlier, onReceived, onAlreadyPending, onClosed } = props;
  const state = useSyncExternalStore(draft.watch, draft.state);
  const form = useDraftForm(draft);
  const photo = usePhoto(draft);
  const [startedOver, setStartedOver] = useState(false);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const answers = form.watch();
  const { step, goTo, goBack, previous, toReview, restart } = useWizardStep(furthestStep(answers));
  const { heading, requestFocus } = useStepFocus(step);
  const subject = useTypedSubject(draft, form, step);
  const missing = missingIn(step, answers);
  useEffect(() => draft.visit(step), [draft, step]);

  // Shows the reason at each answer that cannot be saved. It says by how much the answer is too long.
  const held = state.heldBack.join(' ');
  const sizes = state.heldBack.map((name) => answers[name].length).join(' ');
  useEffect(() => {
    if (held === '') return undefined;
    const names = held.split(' ') as FieldName[];
    void form.trigger(names);
    return () => void form.trigger(names);
  }, [form, held, sizes]);

  const openField = (name: FieldName) => {
    const target = stepOf(name);
    if (target === step) document.getElementById(name)?.focus();
    else {
      requestFocus(name);
      goTo(target);
    }
  };

  const submittedElsewhere = useEffectEvent(onAlreadyPending);
  useEffect(() => {
    if (state.submittedElsewhere) submittedElsewhere();
  }, [state.submittedElsewhere]);

  const { submit, submitting, sending, failure, clearFailure } = useSubmission(draft, {
    onReceived,
    onAlreadyPending,
    onClosed,
    onFieldProblems: (problems) => {
      const lost = problems.find(({ field }) => field === '/headshot_id');
      if (lost !== undefined) photo.markMissing(lost.detail);
      const refusals = showRefusals(form, problems, fieldNames);
      setRefused(refusals);
      const [first] = refusals;
      if (first === undefined || stepOf(first.fieldId) === step) return;
      requestFocus('summary');
      goTo(stepOf(first.fieldId));
    },
  });

  const open = (next: Step) => {
    clearFailure();
    void draft.flush();
    goTo(next);
  };

  const next = async () => {
    if (!subject.settle()) return;
    const valid = await form.trigger([...fieldsOf(step)], { shouldFocus: true });
    if (!valid || step === 3) return;
    if (!toReview) return open(step === 1 ? 2 : 3);
    clearFailure();
    void draft.flush();
    goBack();
  };

  const { errors } = form.formState;
  /** The refused fields in this step that are not corrected yet. */
  const faults = refused.filter(
    ({ fieldId }) => stepOf(fieldId) === step && errors[fieldId] !== undefined,
  );

  const sendAnswers = async (complete: Answers) => {
    setRefused([]);
    await submit(complete, photo);
  };
  const send = form.handleSubmit(sendAnswers, (invalid) => {
    const first = fieldNames.find((name) => name in invalid);
    if (first !== undefined) openField(first);
  });

  const startOver = () => {
    photo.discardAll();
    subject.onTyped('');
    void draft.startOver();
    form.clearErrors();
    clearFailure();
    setRefused([]);
    setStartedOver(true);
    restart();
  };

  return (
    <Form
      aria-labelledby={STEP_HEADING}
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in a field submits the form as well.
        void (step === 3 ? send(event) : next());
      }}
      className="space-y-6"
    >
      <DraftNotices
        state={state}
        earlier={startedOver ? null : earlier}
        onStartOver={startOver}
        onResolve={draft.resolve}
      />
      <span role="status" className="sr-only">
        {startedOver ? application.draft.startedOver : ''}
      </span>
      <StepProgress step={step} state={state} />
      <h2
        id={STEP_HEADING}
        ref={heading}
        tabIndex={-1}
        className="font-serif text-2xl outline-none"
      >
        {application.steps[step]}
      </h2>
      {step !== 1 && <p className="text-muted">{application.why[step]}</p>}
      <ErrorSummary title={application.checkAnswers} faults={faults} />
      {step === 3 && <PhotoField photo={photo} disabled={sending} left={state.photosLeft} />}
      {/* Disabled after Submit: new input would not be sent, and Back can open earlier steps. */}
      <fieldset disabled={submitting} className="min-w-0">
        <AnswerFields names={fieldsOf(step)} form={form} subject={subject} />
      </fieldset>
      {step === 3 && <ReviewAnswers answers={answers} disabled={submitting} onChange={open} />}
      {failure !== null && (
        <Alert key={failure.attempt} variant="destructive" takesFocus={refused.length === 0}>
          {failure.message}
        </Alert>
      )}
      {step === 3 && (
        <p className="text-sm text-muted">
          {application.privacy}
          <Link to={paths.privacy} className={textLinkClasses}>
            {pages.privacy.title}
          </Link>
          .
        </p>
      )}
      <WizardButtons
        step={step}
        missing={missing}
        submitting={submitting}
        onPrevious={() => {
          void draft.flush();
          previous();
        }}
        toReview={toReview}
      />
    </Form>
  );
}

type WizardButtonsProps = {
  step: Step;
  missing: readonly FieldName[];
  submitting: boolean;
  onPrevious(): void;
  /** Next leads back to the review. */
  toReview: boolean;
};

function WizardButtons({ step, missing, submitting, onPrevious, toReview }: WizardButtonsProps) {
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

const { review, steps } = application;
const BEFORE = [1, 2] as const;

type ReviewAnswersProps = { answers: Answers; onChange(step: Step): void; disabled: boolean };

/** The answers of steps 1 and 2, each with a Change button. */
function ReviewAnswers({ answers, onChange, disabled }: ReviewAnswersProps) {
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
            <FactList none={review.none} facts={factsOf(step, answers)} />
          </div>
        </div>
      ))}
    </section>
  );
}

const parseStep = (text: string | null): Step | null =>
  text === '1' ? 1 : text === '2' ? 2 : text === '3' ? 3 : null;

type StepOrigin = { from?: Step } | null;

/** The step is in the URL (`?step=2`). The browser's Back acts like Previous, and incomplete steps cannot be skipped. */
function useWizardStep(furthest: Step) {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const requested = parseStep(params.get('step')) ?? 1;
  const step = requested > furthest ? furthest : requested;

  useEffect(() => {
    if (requested !== step) void navigate({ search: `?step=${step}` }, { replace: true });
  }, [requested, step, navigate]);

  // A second Enter before the step changes would add a second history entry.
  const target = useRef<Step | null>(null);
  useEffect(() => {
    target.current = null;
  }, [location.key]);
  const goTo = (next: Step) => {
    if (target.current === next) return;
    target.current = next;
    void navigate({ search: `?step=${next}` }, { state: { from: step } satisfies StepOrigin });
  };

  const { from } = (location.state as StepOrigin) ?? {};
  const previous = () => {
    const before: Step = step === 3 ? 2 : 1;
    // After Next, goes back in the history, so that Back and Previous stay equivalent.
    if (from === before) goBack();
    else void navigate({ search: `?step=${before}` }, { replace: true });
  };

  /** The step was opened from the review. */
  const toReview = step < 3 && from === 3;
  const restart = () => {
    if (step !== 1 || toReview) void navigate({ search: '?step=1' }, { replace: step === 1 });
  };

  return { step, goTo, goBack, previous, toReview, restart };
}

/** Moves the focus when the step changes: to the heading, or to the requested field. */
function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const requested = useRef<FieldName | 'summary' | null>(null);
  // Runs before the new step is painted.
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (requested.current === null) heading.current?.focus();
    // The error summary focuses itself.
    else if (requested.current !== 'summary') document.getElementById(requested.current)?.focus();
    requested.current = null;
  }, [step]);
  return {
    heading,
    /** Requests the focus for the next step. */
    requestFocus: (target: FieldName | 'summary') => {
      requested.current = target;
    },
  };
}
