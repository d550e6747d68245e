// Applicants, created through the API. tests/engines imports this module too, so it must not import Playwright.
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

/** Sends a POST request to the API. Resolves to the JSON of the response, and rejects for a failure. */
async function post(path: string, data: object, token = ''): Promise<Record<string, string>> {
  const answer = await fetch(`${stack().url}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(data),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
  return JSON.parse(body) as Record<string, string>;
}

const tokenInMail = async (email: string) =>
  new URL(firstLink(await mailTo(email, /confirm/i))).hash.replace('#token=', '');

/** Signs up and confirms the address. */
export async function register({ email, password, firstName, lastName }: Applicant): Promise<void> {
  await post('/auth/signup', { email, password, first_name: firstName, last_name: lastName });
  await post('/auth/verifications', { token: await tokenInMail(email) });
}

/** Creates an applicant with a confirmed address. */
export async function confirmedApplicant(): Promise<Applicant> {
  const applicant = newApplicant();
  await register(applicant);
  return applicant;
}

/** Signs in. Resolves to the access token. */
export async function accessToken({ email, password }: Person): Promise<string> {
  const session = await post('/auth/sessions', { email, password });
  return session['access_token'] ?? '';
}

/** Submits an application. Resolves to its id. */
export async function submit(
  token: string,
  answers: Partial<typeof exampleAnswers> = {},
): Promise<string> {
  const { id = '' } = await post('/applications', { ...exampleAnswers, ...answers }, token);
  return id;
}
