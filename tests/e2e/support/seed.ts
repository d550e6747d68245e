// Creates many applications through the API.
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { stack } from './stack.js';
import { exampleAnswers } from './steps.js';

export type Applicant = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

const PASSWORD = 'Copper-71-meadow';
/** More would only wait for password hashes. */
const CONCURRENCY = 6;
const FIRST = ['Nadia', 'Bartholomew', 'Ana', 'Siobhán', 'Christopher', 'Li', 'María José'];
const LAST = ['Okafor', 'Fitzgerald-Montgomery', 'Ng', 'O’Brien', 'Papadimitriou', 'Wu', 'Nuñez'];
const POSITIONS = [
  'Grade 4 teacher',
  'Department chair and teacher of Advanced Placement United States history',
  'Science teacher',
  'Special education coordinator, elementary',
];

/** Finds confirmation tokens by address. Reads each mail once, because there are many. */
function confirmations() {
  const tokens = new Map<string, string>();
  const read = new Set<string>();
  return async (email: string): Promise<string> => {
    for (;;) {
      const token = tokens.get(email);
      if (token !== undefined) return token;
      const folder = stack().mail_dir;
      for (const name of await readdir(folder)) {
        if (!name.endsWith('.eml') || read.has(name)) continue;
        read.add(name);
        const text = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '');
        const to = /^To: .*?([\w.-]+@school\.example)/im.exec(text)?.[1];
        const found = /\/auth\/confirm#token=(?:3D)?([\w-]+)/.exec(text)?.[1];
        if (to !== undefined && found !== undefined) tokens.set(to, found);
      }
      await pause(50);
    }
  };
}

async function expectStatus(answer: { status(): number; text(): Promise<string> }, status: number) {
  if (answer.status() !== status) throw new Error(`${answer.status()}: ${await answer.text()}`);
}

/** Signs up, confirms and signs in. Resolves to the access token. */
async function signedUp(
  request: APIRequestContext,
  { email, firstName, lastName }: Applicant,
  tokenFor: (email: string) => Promise<string>,
): Promise<string> {
  const names = { first_name: firstName, last_name: lastName };
  const asked = { email, password: PASSWORD, ...names };
  await expectStatus(await request.post('/api/auth/signup', { data: asked }), 202);
  const token = await tokenFor(email);
  await expectStatus(await request.post('/api/auth/verifications', { data: { token } }), 200);
  const data = { email, password: PASSWORD };
  const session = await request.post('/api/auth/sessions', { data });
  await expectStatus(session, 201);
  return ((await session.json()) as { access_token: string }).access_token;
}

/** An applicant who has not applied yet. `apply` submits an application with this district. */
export async function readyApplicant(request: APIRequestContext, person: Applicant) {
  const token = await signedUp(request, person, confirmations());
  return {
    apply: (district: string) => submit(request, token, district, POSITIONS[0] ?? ''),
  };
}

async function submit(
  request: APIRequestContext,
  token: string,
  district: string,
  position: string,
): Promise<string> {
  const answer = await request.post('/api/applications', {
    headers: { Authorization: `Bearer ${token}` },
    data: { ...exampleAnswers, school_district: district, teaching_position: position },
  });
  await expectStatus(answer, 201);
  return ((await answer.json()) as { id: string }).id;
}

export const someone = (number = 0): Applicant => ({
  email: `teacher-${randomUUID()}@school.example`,
  firstName: FIRST[number % FIRST.length] ?? '',
  lastName: LAST[Math.floor(number / FIRST.length) % LAST.length] ?? '',
});

/** Creates pending applications with a unique district, by which a search finds them alone. */
export async function pendingApplications(
  request: APIRequestContext,
  count: number,
): Promise<{ district: string; ids: readonly string[] }> {
  const district = `District ${randomUUID()}`;
  const tokenFor = confirmations();
  const ids: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      const token = await signedUp(request, someone(number), tokenFor);
      const position = POSITIONS[number % POSITIONS.length] ?? '';
      ids.push(await submit(request, token, district, position));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { district, ids };
}

/** Signs in for API requests outside the page. */
export async function tokenOf(
  request: APIRequestContext,
  person: { email: string; password: string },
): Promise<string> {
  const { email, password } = person;
  const session = await request.post('/api/auth/sessions', { data: { email, password } });
  await expectStatus(session, 201);
  return ((await session.json()) as { access_token: string }).access_token;
}
