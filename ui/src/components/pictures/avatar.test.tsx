import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar } from './avatar';

const ada = { alt: 'Photo of Ada', firstName: ' ada', lastName: 'Lovelace' };

test('a photo is shown with its alternative text', () => {
  render(<Avatar {...ada} src="/storage/ada.jpg" />);
  expect(screen.getByRole('img', { name: 'Photo of Ada' }).getAttribute('src')).toBe(
    '/storage/ada.jpg',
  );
  expect(screen.queryByText('AL')).toBeNull();
});

test('initials replace a missing photo and are hidden from assistive technology', () => {
  render(<Avatar {...ada} src={null} />);
  expect(screen.getByText('AL').getAttribute('aria-hidden')).toBe('true');
});

test('initials replace a photo that fails to load, until the photo changes', () => {
  const { rerender } = render(<Avatar {...ada} src="/gone.jpg" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('AL')).toBeTruthy();
  rerender(<Avatar {...ada} src="/new.jpg" />);
  expect(screen.getByRole('img')).toBeTruthy();
});
