/** The web app manifest. https://www.w3.org/TR/appmanifest/ */
import { colour } from '../colours.ts';
import type { Organisation } from './structured-data.ts';

const png = (file: string, size: number) => ({
  src: `/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

export function manifest({ name, mission }: Organisation): string {
  const facts = {
    name,
    short_name: name,
    description: mission,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: colour('paper'),
    theme_color: colour('ink'),
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      png('icon-192', 192),
      png('icon-512', 512),
      { ...png('icon-maskable-512', 512), purpose: 'maskable' },
    ],
  };
  return `${JSON.stringify(facts, null, 2)}\n`;
}
