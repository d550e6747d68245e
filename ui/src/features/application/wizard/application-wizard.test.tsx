import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/screens/axe';
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

withApplicant();

describe('the wizard', () => {
  test('starts at step 1 of 3, with Previous and Next disabled and a reason shown', async () => {
    await openForm();
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    const progress = screen.getByRole<HTMLProgressElement>('progressbar');
    expect(progress.position).toBeCloseTo(1 / 3);
    expect(button('Previous').disabled).toBe(true);
    expect(button('Next').disabled).toBe(true);
    const reason = document.getElementById(button('Next').getAttribute('aria-describedby') ?? '');
    await expectAccessible();
    expect(reason?.textContent).toBe(
      'Still needed: Teaching Experience, Current Teaching Position, School District',
    );
  });

  test('enables Next when every required field is filled', async () => {
    await openForm();
    fillStep(1);
    expect(button('Next').disabled).toBe(false);
    set('School District', '   ');
    expect(button('Next').disabled).toBe(true);
  });

  test('moves the focus to the heading of each step, and supports Previous and the browser history', async () => {
    const view = await openForm();
    fillStep(1);
    await view.user.click(button('Next'));
    const personal = await expectHeading('Personal Information');
    expect(document.activeElement).toBe(personal);
    await expectAccessible();
    expect(view.router.state.location.search).toBe('?step=2');
    expect(screen.getByRole<HTMLProgressElement>('progressbar').position).toBeCloseTo(2 / 3);

    await view.user.click(button('Previous'));
    await expectHeading('Professional Information');
    expect(field('School District').value).toBe(exampleApplication.school_district);
    await act(() => view.router.navigate(1));
    await expectHeading('Personal Information');
    await act(() => view.router.navigate(-1));
    await expectHeading('Professional Information');
  });

  test('does not open a step before the earlier steps are complete', async () => {
    const { router } = open('/apply?step=3');
    await expectHeading('Professional Information');
    await waitFor(() => expect(router.state.location.search).toBe('?step=1'));
  });

  test('refuses a date of birth in the future', async () => {
    const view = await openStep(2);
    fillStep(2);
    set('Date of Birth', '2999-01-01');
    await view.user.click(button('Next'));
    expect(await screen.findByText('Enter a date of birth between 1900 and today')).toBeTruthy();
    expect(document.activeElement).toBe(field('Date of Birth'));
  });

  test('shows the fields of each step, and a review in step 3', async () => {
    const view = await openForm();
    const labels = () =>
      [...document.querySelectorAll('fieldset label')].map((label) => label.textContent);
    const labelsOf = (step: Step) => fieldsOf(step).map((name) => fieldOf(name).label);
    expect(labels()).toEqual(labelsOf(1));
    fillStep(1);
    await view.user.click(button('Next'));
    await expectHeading('Personal Information');
    expect(labels()).toEqual(labelsOf(2));
    fillStep(2);
    await view.user.click(button('Next'));
    await expectHeading('Additional Information');
    expect(labels()).toEqual(labelsOf(3));
    const review = screen.getAllByRole('term').map((term) => term.textContent);
    expect(review).toEqual([...labelsOf(1), ...labelsOf(2)]);
  });

  test('counts the characters of the experience from 80 % of the maximum', async () => {
    await openForm();
    set('Teaching Experience', 'x'.repeat(3999));
    expect(screen.queryByText(/of 5,000 characters/)).toBeNull();
    set('Teaching Experience', 'x'.repeat(4000));
    expect(screen.getByText('4,000 of 5,000 characters')).toBeTruthy();
  });

  test('suggests the states and accepts any other text', async () => {
    await openStep(2);
    const { list } = field('State');
    expect([...(list?.options ?? [])].map(({ value }) => value)).toContain('Florida');
    set('State', 'Baja California');
    expect(button('Next').disabled).toBe(true);
    fillStep(2);
    set('State', 'Baja California');
    expect(button('Next').disabled).toBe(false);
  });

  test('offers the six sizes', async () => {
    await openStep(3);
    const sizes = within(field('T-Shirt Size'))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value)
      .filter((value) => value !== '');
    expect(sizes).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL']);
  });

  test('reviews all answers, with a Change button for each step', async () => {
    const view = await openStep(3);
    for (const answer of [
      exampleApplication.teaching_position,
      exampleApplication.school_district,
      'February 29, 1984',
      exampleApplication.address_line1,
    ]) {
      expect(screen.getByText(answer)).toBeTruthy();
    }
    await view.user.click(button('Change Professional Information'));
    await expectHeading('Professional Information');
    expect(field('School District').value).toBe(exampleApplication.school_district);
  });

  test('returns to the review with one click after a change', async () => {
    const view = await openStep(3);
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

  test('opens the next step once on Enter, unless an answer is missing', async () => {
    const view = await openForm();
    await view.user.type(field('School District'), 'Lake County{Enter}');
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    fillStep(1);
    await view.user.type(field('School District'), '{Enter}{Enter}');
    await expectHeading('Personal Information');
    fillStep(2);
    await view.user.type(field('City'), '{Enter}');
    await expectHeading('Additional Information');
    await act(() => view.router.navigate(-2));
    await expectHeading('Professional Information');
  });

  test('explains its questions and links to the privacy policy next to Submit', async () => {
    const view = await openStep(3);
    expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe(
      '/privacy',
    );
    expect(screen.getByText(/^Administrators see your photo beside your answers/)).toBeTruthy();
    await view.user.click(button('Previous'));
    expect(await screen.findByText(/to arrange travel and lodging/)).toBeTruthy();
    expect(field('ZIP Code').inputMode).toBe('numeric');
  });
});

describe('subjects', () => {
  const chips = () =>
    screen
      .queryAllByRole('button', { name: /^Remove / })
      .map((chip) => chip.getAttribute('aria-label'));

  test('are added once by Add or Enter, trimmed, and can be removed', async () => {
    const { user } = await openForm();
    await user.type(field('Subjects Taught'), ' Algebra {Enter}');
    await user.type(field('Subjects Taught'), 'Music');
    await user.click(button('Add'));
    expect(chips()).toEqual(['Remove Algebra', 'Remove Music']);
    await expectAccessible();
    expect(screen.getAllByText(/Algebra/)).toHaveLength(1);

    await user.type(field('Subjects Taught'), 'Music{Enter}');
    expect(chips()).toHaveLength(2);
    expect(screen.getByText('You already listed this subject.')).toBeTruthy();
    await user.clear(field('Subjects Taught'));
    await user.type(field('Subjects Taught'), '   {Enter}');
    expect(chips()).toHaveLength(2);

    await user.click(button('Remove Algebra'));
    expect(chips()).toEqual(['Remove Music']);
    expect(document.activeElement).toBe(field('Subjects Taught'));
  });

  test('that are only typed are added by Next', async () => {
    const { user } = await openForm();
    fillStep(1);
    await user.type(field('Subjects Taught'), 'Algebra');
    await user.tab();
    expect(field('Subjects Taught').getAttribute('aria-invalid')).toBeNull();
    await user.click(button('Next'));
    await expectHeading('Personal Information');
    await user.click(button('Previous'));
    await expectHeading('Professional Information');
    expect(chips()).toEqual(['Remove Algebra']);
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
