/** The form with the answers, of the draft or of requested changes. */
import { zodResolver } from '@hookform/resolvers/zod';
import {
  type ComponentProps,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '../../../components/forms/fields';
import { application } from '../../../content/membership/application';
import {
  type FieldName,
  type Step,
  applicationFields,
  fieldNames,
  fieldOf,
  tShirtSizes,
} from '../../../content/membership/application-fields';
import { usStates } from '../../../content/membership/us-states';
import {
  type Answers,
  answersSchema,
  birthDateBounds,
  fieldOfPointer,
  lengthOf,
  withSubject,
} from '../answers';
import type { FieldProblem } from '../../../api/errors';
import { sameValue } from '../draft/draft-sync';
import { Button } from '../../../components/controls/button';
import { ChipList } from '../../../components/forms/chip-list';
import type { ApplicationDraft } from '../draft/draft';

const spans = { 1: 'sm:col-span-1', 2: 'sm:col-span-2', 5: 'sm:col-span-5' } as const;

export function AnswerFields({
  names,
  ...rest
}: SubjectsFieldProps & { names: readonly FieldName[] }) {
  return (
    <div className="grid gap-x-5 gap-y-6 sm:grid-cols-5">
      {names.map((name) => (
        <div key={name} className={spans[fieldOf(name).columns ?? 5]}>
          <AnswerField name={name} {...rest} />
        </div>
      ))}
    </div>
  );
}

function AnswerField({ name, form, subject }: SubjectsFieldProps & { name: FieldName }) {
  if (name === 'subjects_taught') return <SubjectsField form={form} subject={subject} />;
  const control = bind(form, name);
  switch (applicationFields[name].kind) {
    case 'text':
      return (
        <LongAnswer {...control} used={lengthOf(form.watch(name))} most={fieldOf(name).most} />
      );
    case 'date':
      return <TextField {...control} type="date" {...birthDateBounds()} />;
    case 'choice': {
      const options = tShirtSizes.map((size) => ({ value: size, label: size }));
      return <SelectField {...control} placeholder={application.chooseSize} options={options} />;
    }
    case 'phone':
      return <TextField {...control} type="tel" />;
    case 'line':
      if (name !== 'state') return <TextField {...control} />;
      return (
        <>
          <TextField {...control} list="states" />
          <datalist id="states">
            {usStates.map(([code, state]) => (
              <option key={code}>{state}</option>
            ))}
          </datalist>
        </>
      );
  }
}

type LongAnswerProps = ComponentProps<typeof TextAreaField> & { used: number; most: number };

/** Shows the length once it comes close to the maximum. */
function LongAnswer({ used, most, ...field }: LongAnswerProps) {
  const count = used < 0.8 * most ? undefined : application.count(used, most);
  return (
    <>
      <TextAreaField {...field} rows={6} aria-describedby={count && `${field.id}-count`} />
      {count && (
        <p id={`${field.id}-count`} className="mt-1.5 text-sm text-muted tabular-nums">
          {count}
        </p>
      )}
    </>
  );
}

function bind(form: UseFormReturn<Answers>, name: Exclude<FieldName, 'subjects_taught'>) {
  const { label, hint, autoComplete, inputMode, optional } = fieldOf(name);
  return {
    id: name,
    label,
    hint,
    autoComplete,
    inputMode,
    required: optional !== true,
    error: form.formState.errors[name]?.message,
    ...form.register(name),
  };
}

type SubjectsFieldProps = {
  form: UseFormReturn<Answers>;
  /** The text in the box. */
  subject: { typed: string; onTyped(text: string): void };
};

/** Subjects are added by Add or Enter. Enter never submits the form. */
function SubjectsField({ form, subject: { typed, onTyped } }: SubjectsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const subjects = form.watch('subjects_taught');
  const { subjects_taught: error } = form.formState.errors;
  const words = application.subjects;
  const { label, hint, most, mostEntries } = applicationFields.subjects_taught;

  // A refused subject is reported by its index. The field shows the first error.
  const refusal = error?.message ?? error?.find?.(Boolean)?.message;
  const repeated = subjects.includes(typed.trim());
  const full = typed.trim() !== '' && subjects.length >= mostEntries;
  const problem = repeated ? words.repeated : full ? words.full(mostEntries) : refusal;

  const change = (next: readonly string[]) => {
    form.clearErrors('subjects_taught');
    form.setValue('subjects_taught', [...next], { shouldDirty: true });
  };
  const add = () => {
    const next = withSubject(subjects, typed);
    if (next !== subjects) {
      change(next);
      onTyped('');
    }
    input.current?.focus();
  };

  return (
    <div className="space-y-3">
      <TextField
        ref={input}
        id="subjects_taught"
        label={label}
        hint={hint}
        error={problem}
        value={typed}
        maxLength={most}
        onChange={(event) => onTyped(event.target.value)}
        trailing={
          <Button variant="secondary" onClick={add}>
            {words.add}
          </Button>
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          // Enter may end the composition of an input method. Safari reports this only through the key code.
          if (!event.nativeEvent.isComposing && event.nativeEvent.keyCode !== 229) add();
        }}
      />
      <ChipList
        label={words.list}
        items={subjects}
        onRemove={(subject) => {
          change(subjects.filter((each) => each !== subject));
          input.current?.focus();
        }}
      />
    </div>
  );
}

/** A subject that is typed but not added. Next and the browser's Forward add it. */
export function useTypedSubject(
  draft: Pick<ApplicationDraft, 'subject' | 'typeSubject' | 'watch'>,
  form: UseFormReturn<Answers>,
  step: Step,
) {
  const typed = useSyncExternalStore(draft.watch, draft.subject);
  const onTyped = draft.typeSubject;

  /** Adds the subject unless it is listed. False if the list is full; the text then stays in the field. */
  const add = (): boolean => {
    const before = form.getValues('subjects_taught');
    const after = withSubject(before, typed);
    if (after === before && !before.includes(typed.trim())) return false;
    form.setValue('subjects_taught', [...after], { shouldDirty: true });
    onTyped('');
    return true;
  };

  // The browser's Forward does not call `settle`.
  const left = step > 1 && typed.trim() !== '';
  const addLeft = useEffectEvent(add);
  useEffect(() => {
    if (left) addLeft();
  }, [left]);

  /** Adds the subject before the step changes. False if the list is full. */
  const settle = (): boolean => {
    if (step !== 1 || typed.trim() === '' || add()) return true;
    document.getElementById('subjects_taught')?.focus();
    return false;
  };

  return { typed, onTyped, settle };
}

/** Synchronizes the form and the owner of its answers. */
export function useDraftForm(
  draft: Pick<ApplicationDraft, 'answers' | 'change' | 'watch'>,
): UseFormReturn<Answers> {
  const [defaultValues] = useState(draft.answers);
  const form = useForm<Answers>({ resolver: zodResolver(answersSchema), defaultValues });
  useEffect(() => {
    let replacing = false;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        // A partly replaced form is not the user's input.
        if (replacing) return;
        draft.change(values);
        // Before the first submission, the form does not validate a corrected answer by itself.
        const field = fieldNames.find((each) => each === name);
        if (field !== undefined && form.getFieldState(field).invalid) void form.trigger(field);
      },
    });
    const fill = () => {
      const answers = draft.answers();
      replacing = true;
      for (const name of fieldNames) {
        if (!sameValue(form.getValues(name), answers[name])) form.setValue(name, answers[name]);
      }
      replacing = false;
    };
    const stop = draft.watch(fill);
    // The draft may have changed since the form was created.
    fill();
    return () => {
      unsubscribe();
      stop();
    };
  }, [form, draft]);
  return form;
}

export type Refusal = { readonly fieldId: FieldName; readonly message: string };

/** Shows at these fields why the server has refused them. Returns them for the summary. */
export function showRefusals(
  form: UseFormReturn<Answers>,
  problems: readonly FieldProblem[],
  fields: readonly FieldName[],
): readonly Refusal[] {
  return problems.flatMap(({ field, detail: message }) => {
    const fieldId = fieldOfPointer(field);
    if (fieldId === null || !fields.includes(fieldId)) return [];
    form.setError(fieldId, { type: 'server', message });
    return [{ fieldId, message }];
  });
}
