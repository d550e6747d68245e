/** The three-step form: answers, steps, what blocks them, and where the focus goes. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Alert } from '../../components/alert';
import { ErrorSummary } from '../../components/error-summary';
import { ProgressBar } from '../../components/progress-bar';
import { application } from '../../content/application';
import { fieldNames, fieldsOf, type FieldName, type Step } from '../../content/application-fields';
import {
  answersSchema,
  fieldOfPointer,
  furthestStep,
  missingIn,
  stepOf,
  withSubject,
  type Answers,
} from './answers';
import { PhotoField } from './photo-field';
import { ReviewAnswers } from './review-answers';
import { StepFields } from './step-fields';
import { keepAnswers, keepSubject, openAnswers } from './unsent-answers';
import { usePhoto } from './use-photo';
import { useSubmission } from './use-submission';
import { useWizardStep } from './use-wizard-step';
import { WizardButtons } from './wizard-buttons';

type Props = { userId: string; onReceived(): void; onAlreadyPending(): void };

/** A refused field as the summary above the form lists it. */
type Refused = { name: FieldName; message: string };

export function ApplicationWizard({ userId, onReceived, onAlreadyPending }: Props) {
  const [kept] = useState(() => openAnswers(userId));
  const form = useForm<Answers>({
    resolver: zodResolver(answersSchema),
    defaultValues: kept.answers,
  });
  const [subject, setSubject] = useState(kept.subject);
  const photo = usePhoto(kept);
  const [flagged, setFlagged] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const answers = form.watch();
  const { step, goTo, previous } = useWizardStep(furthestStep(answers));
  const missing = missingIn(step, answers);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepAnswers(values),
      }),
    [form],
  );

  const typeSubject = (text: string) => {
    setSubject(text);
    keepSubject(text);
    setFlagged(false);
  };

  // A new step is read from its heading, unless a field of it was asked for; before anything of it is painted.
  const shownStep = useRef(step);
  const wanted = useRef<FieldName | 'summary' | null>(null);
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (wanted.current === null) heading.current?.focus();
    // The summary of the faults takes the focus by itself.
    else if (wanted.current !== 'summary') document.getElementById(wanted.current)?.focus();
    wanted.current = null;
  }, [step]);

  const openField = (name: FieldName) => {
    const target = stepOf(name);
    if (target === step) document.getElementById(name)?.focus();
    else {
      wanted.current = name;
      goTo(target);
    }
  };

  const { submit, submitting, sending, failure, clearFailure } = useSubmission({
    onReceived,
    onAlreadyPending,
    onFieldProblems: (problems) => {
      const lost = problems.find(({ field }) => field === '/headshot_id');
      if (lost !== undefined) photo.markMissing(lost.detail);
      const named = problems.flatMap(({ field, detail }) => {
        const name = fieldOfPointer(field);
        return name === null ? [] : [{ name, message: detail }];
      });
      for (const { name, message } of named) form.setError(name, { type: 'server', message });
      setRefused(named);
      const first = named[0];
      if (first === undefined || stepOf(first.name) === step) return;
      wanted.current = 'summary';
      goTo(stepOf(first.name));
    },
  });

  const open = (next: Step) => {
    clearFailure();
    goTo(next);
  };

  /** Adds a subject that stands in the box; one that is listed already is simply not added. */
  const addTypedSubject = () => {
    const before = form.getValues('subjects_taught');
    form.setValue('subjects_taught', [...withSubject(before, subject)], { shouldDirty: true });
    typeSubject('');
  };

  // The browser's Forward asks nobody: what is typed but not added would be left behind.
  const leavesSubject = step > 1 && subject.trim() !== '';
  const addLeftSubject = useEffectEvent(addTypedSubject);
  useEffect(() => {
    if (leavesSubject) addLeftSubject();
  }, [leavesSubject]);

  const next = async () => {
    if (answers.subjects_taught.includes(subject.trim())) addTypedSubject();
    else if (subject.trim() !== '' && step === 1) {
      setFlagged(true);
      document.getElementById('subjects_taught')?.focus();
      return;
    }
    const valid = await form.trigger([...fieldsOf(step)], { shouldFocus: true });
    if (valid && step < 3) open(step === 1 ? 2 : 3);
  };

  const { errors } = form.formState;
  /** The fields of this step that the server refused and that were not corrected since. */
  const faults = refused
    .filter(({ name }) => stepOf(name) === step && errors[name] !== undefined)
    .map(({ name, message }) => ({ fieldId: name, message }));

  const sendAnswers = async (complete: Answers) => {
    setRefused([]);
    await submit(complete, photo);
  };
  const send = form.handleSubmit(sendAnswers, (invalid) => {
    const named = fieldNames.find((name) => name in invalid);
    if (named !== undefined) openField(named);
  });

  return (
    <form
      method="post"
      noValidate
      aria-labelledby="step-heading"
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 3) void send(event);
      }}
      className="space-y-6"
    >
      <div className="space-y-2">
        <p className="text-sm font-semibold text-muted">{application.stepOf(step)}</p>
        <ProgressBar label={application.progress} value={step} max={3} />
      </div>
      <h2
        id="step-heading"
        ref={heading}
        tabIndex={-1}
        className="font-serif text-2xl outline-none"
      >
        {application.steps[step]}
      </h2>
      <ErrorSummary title={application.checkAnswers} faults={faults} />
      {step === 3 && <PhotoField photo={photo} disabled={sending} />}
      {/* What is typed after Submit would not be sent: Back leads to the earlier steps even then. */}
      <fieldset disabled={submitting} className="min-w-0">
        <StepFields
          step={step}
          form={form}
          subject={{ typed: subject, flagged, onTyped: typeSubject }}
        />
      </fieldset>
      {step === 3 && <ReviewAnswers answers={answers} disabled={submitting} onChange={open} />}
      {failure !== null && (
        <Alert key={failure.attempt} variant="destructive" takesFocus={refused.length === 0}>
          {failure.message}
        </Alert>
      )}
      <WizardButtons
        step={step}
        missing={missing}
        submitting={submitting}
        onPrevious={previous}
        onNext={() => void next()}
      />
    </form>
  );
}
