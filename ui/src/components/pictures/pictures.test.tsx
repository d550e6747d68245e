import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ArchedPortrait } from './arched-portrait';
import { Avatar } from './avatar';

test('a photo with its text replaces the drawing', () => {
  const photo = { src: '/ada.webp', alt: 'Ada at her desk' };
  const drawn = { image: '/ada.svg' };
  const view = render(<ArchedPortrait person={drawn} alt="Portrait of Ada" />);
  expect(screen.getByRole('img', { name: 'Portrait of Ada' }).getAttribute('src')).toBe('/ada.svg');
  view.rerender(<ArchedPortrait person={{ ...drawn, photo }} alt="Portrait of Ada" />);
  const shown = screen.getAllByRole('img');
  expect(shown.map((img) => [img.getAttribute('src'), img.getAttribute('alt')])).toEqual([
    [photo.src, photo.alt],
  ]);
});

const ada = { alt: 'Photo of Ada', firstName: ' ada', lastName: 'Lovelace' };

test.each([
  ['missing', null],
  ['blocked', '/gone.jpg'],
])(
  'initials replace a %s photo, hidden from assistive technology, until there is one',
  (_, src) => {
    const { rerender } = render(<Avatar {...ada} src={src} />);
    if (src !== null) fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText('AL').getAttribute('aria-hidden')).toBe('true');
    rerender(<Avatar {...ada} src="/new.jpg" />);
    expect(screen.getByRole('img', { name: 'Photo of Ada' }).getAttribute('src')).toBe('/new.jpg');
    expect(screen.queryByText('AL')).toBeNull();
  },
);
