// Applicants and their applications, created through the API.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  fieldNames,
  type FieldName,
} from '../../../ui/src/content/membership/application-fields.js';
import { firstLink, mailTo } from './mailbox.js';
import { stack } from './stack.js';

const document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
);
const { example }: { example: Record<FieldName, string | string[]> } =
  document.paths['/applications'].post.requestBody.content['application/json'];

/** Answers for all fields of the application. They omit the photo of the example, which does not exist. */
export const exampleAnswers = Object.fromEntries(
  fieldNames.map((name) => [name, example[name]]),
) as typeof example;

export type Person = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
};
export type Applicant = Person & { readonly lastName: string };

/** A person without an account. */
export const newApplicant = (): Applicant => ({
  email: `teacher-${randomUUID()}@school.example`,
  password: 'Copper-71-meadow',
  firstName: 'Nadia',
  lastName: 'Okafor',
});

type Request = {
  /** An access token. */
  readonly token?: string;
  readonly data?: object;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends a request to the API. Resolves to the JSON of the response, and rejects for a failure. */
export async function call<Answer = Record<string, string>>(
  method: 'DELETE' | 'GET' | 'POST' | 'PUT',
  path: string,
  { token, data, headers }: Request = {},
): Promise<Answer> {
  const isJson = data !== undefined && !(data instanceof FormData);
  const answer = await fetch(`${stack().url}/api${path}`, {
    method,
    headers: {
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: isJson ? JSON.stringify(data) : (data ?? null),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${body}`);
  return (body === '' ? null : JSON.parse(body)) as Answer;
}

/** Signs up and confirms the address. */
export async function register({ email, password, firstName, lastName }: Applicant): Promise<void> {
  await call('POST', '/auth/signup', {
    data: { email, password, first_name: firstName, last_name: lastName },
  });
  const mail = await mailTo(email, /confirm/i);
  const token = new URL(firstLink(mail)).hash.replace('#token=', '');
  await call('POST', '/auth/verifications', { data: { token } });
}

/** Creates an applicant with a confirmed address. */
export async function confirmedApplicant(): Promise<Applicant> {
  const applicant = newApplicant();
  await register(applicant);
  return applicant;
}

/** Signs in. Resolves to the access token. */
export async function accessToken({ email, password }: Person): Promise<string> {
  const session = await call('POST', '/auth/sessions', { data: { email, password } });
  return session['access_token'] ?? '';
}

/** Submits an application. Resolves to its id. */
export async function submit(
  token: string,
  answers: Partial<typeof exampleAnswers> = {},
): Promise<string> {
  const data = { ...exampleAnswers, ...answers };
  const { id = '' } = await call('POST', '/applications', { token, data });
  return id;
}

/** Decides on an application with the token of an administrator. */
export const decide = (token: string, id: string, decision: 'approved' | 'rejected') =>
  call('POST', `/admin/applications/${id}/decision`, { token, data: { decision } });

/** Limits the wait for password hashes. */
const CONCURRENCY = 6;
const FIRST = ['Nadia', 'Bartholomew', 'Ana', 'Siobhán', 'Christopher', 'Li', 'María José'];
const LAST = ['Okafor', 'Fitzgerald-Montgomery', 'Ng', 'O’Brien', 'Papadimitriou', 'Wu', 'Nuñez'];
const POSITIONS = [
  'Grade 4 teacher',
  'Department chair and teacher of Advanced Placement United States history',
  'Science teacher',
  'Special education coordinator, elementary',
];

const applicantWithNames = (number: number): Applicant => ({
  ...newApplicant(),
  firstName: FIRST[number % FIRST.length] ?? '',
  lastName: LAST[Math.floor(number / FIRST.length) % LAST.length] ?? '',
});

/** Creates pending applications with a unique district, so that a search for it finds only them. */
export async function pendingApplications(
  count: number,
): Promise<{ district: string; ids: readonly string[] }> {
  const district = `District ${randomUUID()}`;
  const ids: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      const applicant = applicantWithNames(number);
      await register(applicant);
      const answers = {
        school_district: district,
        teaching_position: POSITIONS[number % POSITIONS.length] ?? '',
      };
      ids.push(await submit(await accessToken(applicant), answers));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { district, ids };
}
