// @vitest-environment node
// The texts of the site and of its emails (docs/words.md).
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsOf, wordsOf } from '../../../test/specification/content-words';

const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const rows = [...read('docs/words.md').matchAll(/^\| .+ \| (.+) \| (everywhere|screens) \|$/gm)];

function refused(where: RegExp): RegExp {
  const words = rows.flatMap(([, list = '', place = '']) =>
    where.test(place) ? list.split(', ') : [],
  );
  return new RegExp(`(?<![\\w@])(?:${words.join('|')})(?![\\w@])`, 'gi');
}

/** Fixed texts, and words in another sense. */
const allowed =
  /^shop$|Shop All Products|complexity requirements|Password does not|a symbol from .*|happen at once|two places at once/g;

const refusedIn = (texts: readonly string[], words: RegExp) =>
  texts.flatMap((text) => (text.match(words) ?? []).map((word) => `${word}: ${text}`));

const contents = Object.entries(
  import.meta.glob<object>(['../**/*.ts', '!../**/*.test.ts'], { eager: true }),
).map(([file, content]) => {
  const texts = wordsOf(Object.values(content).filter((value) => typeof value !== 'function'));
  return [file, texts.map((text) => text.replaceAll(allowed, ''))] as const;
});

test.each(contents)('%s has no refused words, typing errors or real addresses', (file, texts) => {
  const isScreen = /^\.\.\/(account|membership|site)\//.test(file);
  expect(refusedIn(texts, refused(isScreen ? /./ : /everywhere/))).toEqual([]);
  expect(texts.flatMap(faultsOf)).toEqual([]);
});

test('the emails have no refused words', () => {
  const templates = 'crates/adapters/src/mail/templates/';
  const files = readdirSync(new URL(templates, root), { encoding: 'utf8', recursive: true });
  const mails = files
    .filter((file) => file.endsWith('.txt'))
    .map((file) =>
      read(templates + file)
        .replaceAll(/\{\{.*?\}\}|\s+/g, ' ')
        .replaceAll(allowed, ''),
    );
  expect(mails.length).toBeGreaterThan(30);
  expect(refusedIn(mails, refused(/everywhere/))).toEqual([]);
});
