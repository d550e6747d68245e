// @vitest-environment node
// Runs the linter with the project's configuration on small files with allowed and refused imports.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const refused: Record<string, string> = {
  'src/content/site/words.ts': '../../app/screen',
  'src/content/site/entry.ts': '../../main',
  'src/content/site/rendered.ts': '../../static-site',
  'src/content/site/styled.ts': '../../styles/index.css',
  'src/content/site/built.ts': '../../../scripts/colours',
  'src/content/legal/worded.ts': '../../app/screen',
  'src/lib/pure.ts': '../components/card',
  'src/lib/entry.ts': '../main',
  'src/lib/worded.ts': '../content/site/navigation',
  'src/lib/hooks/state.ts': '../../components/card',
  'src/lib/built.ts': '../../scripts/colours',
  'src/components/part.ts': '../session/roles',
  'src/components/worded.ts': '../content/site/navigation',
  'src/components/forms/part.ts': '../../session/roles',
  'src/components/forms/worded.ts': '../../content/navigation',
  'src/api/up.ts': '../components/card',
  'src/api/calls.ts': '../session/roles',
  'src/session/state.ts': '../features/site-nav/account-view',
  'src/features/admin/across.ts': '../auth/sign-in-form',
  'src/features/admin/up.ts': '../../pages/not-found-page',
  'src/features/admin/top.ts': '../../app/root-layout',
  'src/features/admin/list/across.ts': '../../auth/sign-in-form',
  'src/features/admin/list/up.ts': '../../../pages/not-found-page',
  'src/features/admin/generated.ts': '../../api/generated',
  'src/pages/top.ts': '../app/route-table',
  'src/pages/blog/top.ts': '../../app/site-routes',
  'src/app/generated.ts': '../api/generated/index',
};
const allowed: Record<string, string> = {
  'src/content/site/pictured.ts': '../../pictures/map/states-and-districts.svg',
  'src/content/site/checked.ts': '../../../test/specification/content-words',
  'src/content/legal/named.ts': '../site/organisation',
  'src/components/joined.ts': '../lib/class-names',
  'src/lib/hooks/target.ts': '../browser/hash-target',
  'src/api/inside.ts': './generated',
  'src/session/calls.ts': '../api/client',
  'src/features/admin/within.ts': './rows',
  'src/features/admin/list/within.ts': '../sheet/rows',
  'src/features/admin/list/paths.ts': '../../../content/site/pages',
  'src/features/admin/paths.ts': '../../content/site/pages',
  'src/api/worded.ts': '../content/site/problems',
  'src/components/controls.ts': '../content/site/controls',
  'src/components/forms/controls.ts': '../../content/site/controls',
  'src/pages/admin/down.ts': '../../features/admin/rows',
  'src/app/down.ts': '../pages/not-found-page',
};

const ui = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';
let complaints: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-directions-'));
  copyFileSync(join(ui, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [file, target] of Object.entries({ ...refused, ...allowed })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import '${target}';\n`);
  }
  const run = spawnSync(join(ui, 'node_modules/.bin/oxlint'), ['--format=unix', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  complaints = run.stdout.split('\n').filter((line) => line.includes('no-restricted-imports'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isRefused = (file: string) => complaints.some((line) => line.includes(file));

test.each(Object.entries(refused))('%s may not import %s', (file) => {
  expect(isRefused(file)).toBe(true);
});

test.each(Object.entries(allowed))('%s may import %s', (file) => {
  expect(isRefused(file)).toBe(false);
});
