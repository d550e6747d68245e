import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '../../../components/forms/fields';
import { application } from '../../../content/membership/application';
import {
  applicationFields,
  fieldOf,
  tShirtSizes,
  type FieldName,
} from '../../../content/membership/application-fields';
import { usStates } from '../../../content/membership/us-states';
import { birthDateBounds, lengthOf, type Answers } from '../answers';
import { SubjectsField, type SubjectsFieldProps } from './subjects-field';

type Props = { names: readonly FieldName[] } & SubjectsFieldProps;

const spans = { 1: 'sm:col-span-1', 2: 'sm:col-span-2', 5: 'sm:col-span-5' } as const;

export function AnswerFields({ names, ...rest }: Props) {
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
