/** The application form in three steps. */
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { Alert } from '../../../components/feedback/alert';
import { ErrorSummary } from '../../../components/forms/error-summary';
import { textLinkClasses } from '../../../components/text/mail-text';
import { application } from '../../../content/membership/application';
import {
  fieldNames,
  fieldsOf,
  type FieldName,
  type Step,
} from '../../../content/membership/application-fields';
import { pages, paths } from '../../../content/site/pages';
import { fieldOfPointer, furthestStep, missingIn, stepOf, type Answers } from '../answers';
import type { ApplicationDraft } from '../draft/application-draft';
import { DraftNotices, STEP_HEADING } from '../draft/draft-notices';
import type { Earlier } from '../sent/use-earlier-answers';
import { PhotoField } from '../photo/photo-field';
import { ReviewAnswers } from './review-answers';
import { AnswerFields } from './answer-fields';
import { StepProgress } from './step-progress';
import { useDraftForm, useDraftState } from '../draft/use-draft';
import { usePhoto } from '../photo/use-photo';
import { useSubmission } from '../submission/use-submission';
import { useTypedSubject } from './use-typed-subject';
import { useStepFocus, useWizardStep } from './use-wizard-step';
import { WizardButtons } from './wizard-buttons';

type Props = {
  draft: ApplicationDraft;
  earlier: Earlier | null;
  onReceived(): void;
  onAlreadyPending(): void;
};

type Refused = { name: FieldName; message: string };

export function ApplicationWizard({ draft, earlier, onReceived, onAlreadyPending }: Props) {
  const state = useDraftState(draft);
  const form = useDraftForm(draft);
  const photo = usePhoto(draft);
  const [startedOver, setStartedOver] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
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
    onFieldProblems: (problems) => {
      const lost = problems.find(({ field }) => field === '/headshot_id');
      if (lost !== undefined) photo.markMissing(lost.detail);
      const refusals = problems.flatMap(({ field, detail }) => {
        const name = fieldOfPointer(field);
        return name === null ? [] : [{ name, message: detail }];
      });
      for (const { name, message } of refusals) form.setError(name, { type: 'server', message });
      setRefused(refusals);
      const first = refusals[0];
      if (first === undefined || stepOf(first.name) === step) return;
      requestFocus('summary');
      goTo(stepOf(first.name));
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
  const faults = refused
    .filter(({ name }) => stepOf(name) === step && errors[name] !== undefined)
    .map(({ name, message }) => ({ fieldId: name, message }));

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
    <form
      method="post"
      noValidate
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
    </form>
  );
}
