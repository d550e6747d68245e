/** The fields of each step of the wizard. */
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '../../components/fields';
import { application, tShirtSizes } from '../../content/application';
import { birthDateBounds, isRequired, type Answers, type FieldName } from './answers';
import { SubjectsField } from './subjects-field';

const { fields, hints } = application;
type TextName = Exclude<FieldName, 'subjects_taught'>;
type Form = UseFormReturn<Answers>;

const bind = (form: Form, name: TextName) => ({
  id: name,
  label: fields[name],
  required: isRequired(name),
  error: form.formState.errors[name]?.message,
  ...form.register(name),
});

type SubjectProps = { typed: string; flagged: boolean; onTyped(text: string): void };

export function ProfessionalFields({ form, subject }: { form: Form; subject: SubjectProps }) {
  const { errors } = form.formState;
  return (
    <>
      <TextAreaField
        {...bind(form, 'teaching_experience')}
        hint={hints.teaching_experience}
        rows={6}
      />
      <TextField {...bind(form, 'teaching_position')} autoComplete="organization-title" />
      <TextField {...bind(form, 'school_district')} />
      <SubjectsField
        {...subject}
        subjects={form.watch('subjects_taught')}
        // One bad subject is reported on its place in the list; the field shows the first.
        error={errors.subjects_taught?.message ?? errors.subjects_taught?.find?.(Boolean)?.message}
        onChange={(subjects) => {
          form.clearErrors('subjects_taught');
          form.setValue('subjects_taught', [...subjects], { shouldDirty: true });
        }}
      />
    </>
  );
}

export function PersonalFields({ form }: { form: Form }) {
  return (
    <>
      <TextField
        {...bind(form, 'date_of_birth')}
        type="date"
        autoComplete="bday"
        {...birthDateBounds()}
      />
      <TextField {...bind(form, 'address_line1')} autoComplete="address-line1" />
      <TextField
        {...bind(form, 'address_line2')}
        hint={hints.address_line2}
        autoComplete="address-line2"
      />
      <div className="grid gap-5 sm:grid-cols-[2fr_2fr_1fr]">
        <TextField {...bind(form, 'city')} autoComplete="address-level2" />
        <TextField {...bind(form, 'state')} autoComplete="address-level1" />
        <TextField {...bind(form, 'zip_code')} autoComplete="postal-code" />
      </div>
      <TextField {...bind(form, 'phone')} type="tel" autoComplete="tel" />
    </>
  );
}

export function AdditionalFields({ form }: { form: Form }) {
  return (
    <SelectField
      {...bind(form, 't_shirt_size')}
      placeholder={application.chooseSize}
      options={tShirtSizes.map((size) => ({ value: size, label: size }))}
    />
  );
}
