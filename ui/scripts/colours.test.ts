// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { organisation } from '../src/content/site/organisation';
import { colour, colours } from './colours';
import { manifest } from './prerender/static-files';

const ui = fileURLToPath(new URL('..', import.meta.url));
const filesIn = (folder: string, kind: RegExp) =>
  readdirSync(`${ui}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => kind.test(file))
    .map((file) => `${folder}/${file}`);

describe('colours', () => {
  test('are named only in styles/tokens.css', () => {
    const files = filesIn('src', /\.(css|tsx?)$/).filter(
      (file) => !/tokens\.css|\.test\./.test(file),
    );
    const hex = /#[0-9a-f]{6}\b/i;
    const filesWithColours = [...files, 'index.html'].filter((file) =>
      hex.test(readFileSync(ui + file, 'utf8')),
    );
    expect(filesWithColours).toEqual([]);
  });

  test('in the icon come from styles/tokens.css', () => {
    const used = readFileSync(`${ui}public/favicon.svg`, 'utf8').match(/#[0-9a-f]{6}\b/gi) ?? [];
    const known = new Set(colours.values());
    expect(used.filter((hex) => !known.has(hex.toLowerCase()))).toEqual([]);
  });

  test.each(filesIn('../crates/adapters/src/mail/templates', /\.html$/))(
    'in the mail template %s are in the palette, except white',
    (file) => {
      const used = readFileSync(ui + file, 'utf8').match(/#[0-9a-f]{3,8}\b/gi) ?? [];
      expect(used.filter((hex) => hex !== '#ffffff')).toEqual([]);
    },
  );
});

test('an unknown colour is an error', () => {
  expect(() => colour('mauve')).toThrow('no colour mauve');
});

test("the manifest has the site's colours and refers to existing icons", () => {
  const { theme_color, background_color, icons } = JSON.parse(manifest(organisation)) as {
    theme_color: string;
    background_color: string;
    icons: { src: string }[];
  };
  expect([theme_color, background_color]).toEqual([colour('ink'), colour('paper')]);
  const files = readdirSync(`${ui}public`);
  for (const { src } of icons) expect(files).toContain(src.slice(1));
});
