import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ArchedPortrait } from './arched-portrait';

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
