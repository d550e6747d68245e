import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { exampleApplication } from '../../../../test/api/example-application';
import {
  button,
  expectHeading,
  field,
  fillStep,
  open,
  openForm,
  openStep,
  set,
  withApplicant,
} from '../../../../test/api/apply-page';
import {
  applicationFields,
  fieldOf,
  fieldsOf,
  type Step,
} from '../../../content/membership/application-fields';
import { noAnswers } from '../answers';
import { createDraft } from '../draft/draft';
import { useDraftForm } from './answer-fields';

withApplicant();

describe('the wizard', () => {
  const labelsOf = (step: Step) => fieldsOf(step).map((name) => fieldOf(name).label);
  const progress = () => screen.getByRole<HTMLProgressElement>('progressbar').position;

  test('names the missing answers, counts long ones, and Enter opens the next step once, with the focus on its heading', async () => {
    const view = await openForm();
    const reason = document.getElementById(button('Next').getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe(
      'Still needed: Teaching Experience, Current Teaching Position, School District',
    );
    expect([button('Previous').disabled, progress()]).toEqual([true, 1 / 3]);
    set('Teaching Experience', 'x'.repeat(3999));
    expect(screen.queryByText(/of 5,000 characters/)).toBeNull();
    set('Teaching Experience', 'x'.repeat(4000));
    expect(screen.getByText('4,000 of 5,000 characters')).toBeTruthy();
    await view.user.type(field('School District'), 'Lake County{Enter}');
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    fillStep(1);
    await view.user.type(field('School District'), '{Enter}{Enter}');
    const heading = await expectHeading('Personal Information');
    expect([document.activeElement, progress()]).toEqual([heading, 2 / 3]);
    fillStep(2);
    await view.user.type(field('City'), '{Enter}');
    await expectHeading('Additional Information');
    await act(() => view.router.navigate(-2));
    await expectHeading('Professional Information');
  });

  test('reviews all answers, and returns to the review with one click after a change', async () => {
    const view = await openStep(3);
    const review = screen.getAllByRole('term').map((term) => term.textContent);
    expect(review).toEqual([...labelsOf(1), ...labelsOf(2)]);
    expect(screen.getByText('February 29, 1984')).toBeTruthy();
    for (const [step, label] of [
      ['Professional Information', 'School District'],
      ['Personal Information', 'City'],
    ] as const) {
      await view.user.click(button(`Change ${step}`));
      await expectHeading(step);
      expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
      set(label, `Changed ${label}`);
      await view.user.click(button('Save and return to review'));
      await expectHeading('Additional Information');
      expect(screen.getByText(`Changed ${label}`)).toBeTruthy();
    }
    await view.user.click(button('Previous'));
    await expectHeading('Personal Information');
    expect(button('Next')).toBeTruthy();
  });

  test('does not open a step before the earlier steps are complete', async () => {
    const { router } = open('/apply?step=3');
    await expectHeading('Professional Information');
    await waitFor(() => expect(router.state.location.search).toBe('?step=1'));
  });

  test('suggests the states but accepts any other, and refuses a date of birth in the future', async () => {
    const view = await openStep(2);
    const { list } = field('State');
    expect([...(list?.options ?? [])].map(({ value }) => value)).toContain('Florida');
    expect(field('ZIP Code').inputMode).toBe('numeric');
    expect(screen.getByText(/to arrange travel and lodging/)).toBeTruthy();
    fillStep(2);
    set('State', 'Baja California');
    set('Date of Birth', '2999-01-01');
    await view.user.click(button('Next'));
    expect(await screen.findByText('Enter a date of birth between 1900 and today')).toBeTruthy();
    expect(document.activeElement).toBe(field('Date of Birth'));
    set('Date of Birth', exampleApplication.date_of_birth);
    await view.user.click(button('Next'));
    await expectHeading('Additional Information');
    expect(screen.getByText('Baja California')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Privacy Policy' });
    expect(link.getAttribute('href')).toBe('/privacy');
    expect(screen.getByText(/^Administrators see your photo beside your answers/)).toBeTruthy();
  });
});

describe('subjects', () => {
  const chips = () =>
    screen
      .queryAllByRole('button', { name: /^Remove / })
      .map((chip) => chip.getAttribute('aria-label'));

  test('are added once by Add or Enter, and can be removed', async () => {
    const { user } = await openForm();
    await user.type(field('Subjects Taught'), ' Algebra {Enter}');
    set('Subjects Taught', 'Music');
    await user.click(button('Add'));
    await user.type(field('Subjects Taught'), 'Music{Enter}');
    expect(chips()).toEqual(['Remove Algebra', 'Remove Music']);
    expect(screen.getByText('You already listed this subject.')).toBeTruthy();
    await user.click(button('Remove Algebra'));
    expect(chips()).toEqual(['Remove Music']);
    expect(document.activeElement).toBe(field('Subjects Taught'));
  });

  test('above the limit stay in the box, and the step does not change', async () => {
    const { user } = await openForm();
    fillStep(1);
    for (let one = 1; one <= applicationFields.subjects_taught.mostEntries; one += 1) {
      set('Subjects Taught', `Subject ${one}`);
      await user.click(button('Add'));
    }
    set('Subjects Taught', 'Algebra');
    await user.click(button('Next'));
    expect(screen.getByText('You can list at most 20 subjects.')).toBeTruthy();
    expect(field('Subjects Taught').value).toBe('Algebra');
    expect(document.activeElement).toBe(field('Subjects Taught'));
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
  });

  test('are not added by the Enter that ends the composition of an input method', async () => {
    await openForm();
    set('Subjects Taught', '数学');
    fireEvent.keyDown(field('Subjects Taught'), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field('Subjects Taught'), { key: 'Enter', keyCode: 229 });
    expect(chips()).toEqual([]);
    fireEvent.keyDown(field('Subjects Taught'), { key: 'Enter', keyCode: 13 });
    expect(chips()).toEqual(['Remove 数学']);
  });
});

test('a change made while the form is being created reaches the form', () => {
  const draft = createDraft('ada');
  const saved = { ...noAnswers, city: 'Tampa' };
  vi.spyOn(draft, 'answers').mockReturnValueOnce(noAnswers).mockReturnValue(saved);
  const change = vi.spyOn(draft, 'change');
  const { result } = renderHook(() => useDraftForm(draft));
  expect(result.current.getValues('city')).toBe('Tampa');
  result.current.setValue('state', 'Florida');
  expect(change).toHaveBeenLastCalledWith(
    expect.objectContaining({ city: 'Tampa', state: 'Florida' }),
  );
  draft.end();
});
