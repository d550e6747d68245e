// Springfield Schools, an OpenID Connect provider for the journeys. The package oidc-provider implements the protocol and
// shares no code with the program.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type InteractionResults } from 'oidc-provider';
import type { Page } from '@playwright/test';

export type Student = {
  /** The user name at the school. */
  readonly number: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Whether the school has verified the address. */
  readonly verified: boolean;
};

export type School = {
  readonly issuer: string;
  /** An entry of FORUM__OPENID__PROVIDERS. */
  readonly setting: object;
  /** Registers the program at `origin` as a client. */
  readonly serve: (origin: string) => void;
  /** Creates an account at the school. */
  readonly enroll: (student: Partial<Student>) => Student;
  /** Sets whether the token endpoint responds. The pages always respond. */
  readonly setTokenEndpoint: (responds: boolean) => void;
  readonly close: () => Promise<void>;
};

export const TITLE = 'Springfield Schools';
const CLIENT_ID = 'forum';
/** RFC 6749 requires form encoding of the client secret, so it contains characters that this changes. */
const CLIENT_SECRET = 'a secret+of the/forum & the school: 100%';

function providerFor(issuer: string, origin: string, students: Map<string, Student>): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: 'springfield',
    use: 'sig',
    alg: 'RS256',
  };
  return new Provider(issuer, {
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${origin}/api/auth/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Grant: 3600,
      Interaction: 600,
      Session: 3600,
    },
    findAccount: (_, number) => {
      const student = students.get(number);
      if (student === undefined) return undefined;
      const { firstName, lastName, email, verified } = student;
      const names = { given_name: firstName, family_name: lastName };
      return {
        accountId: number,
        claims: () => ({ sub: number, email, email_verified: verified, ...names }),
      };
    },
  });
}

const page = (title: string, fields: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${title}</title>
<main>
<h1>${title}</h1>
<form method="post">
${fields}
<button name="answer" value="no">Cancel</button>
</form>
</main>`;

const pages: Readonly<Record<string, string>> = {
  login: page(
    TITLE,
    '<label>School number <input name="number"></label> <button name="answer" value="yes">Sign in</button>',
  ),
  consent: page(
    'Educators Forum wants to know your name and address',
    '<button name="answer" value="yes">Allow</button>',
  ),
};

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Handles the sign-in and consent pages. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pages[prompt.name]);
    return;
  }
  const form = await formOf(request);
  const finish = (result: InteractionResults) =>
    provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: prompt.name === 'consent',
    });
  if (form.get('answer') === 'no') {
    await finish({ error: 'access_denied', error_description: 'the user cancelled' });
  } else if (prompt.name === 'login') {
    await finish({ login: { accountId: form.get('number') ?? '' } });
  } else {
    const grant = new provider.Grant({
      ...(session === undefined ? {} : { accountId: session.accountId }),
      clientId: String(params['client_id']),
    });
    grant.addOIDCScope('openid email profile');
    await finish({ consent: { grantId: await grant.save() } });
  }
}

export async function openSchool(): Promise<School> {
  let provider: Provider | undefined;
  let hasTokenEndpoint = true;
  const students = new Map<string, Student>();
  const server = createServer((request, response) => {
    const failed = (cause: unknown) => response.writeHead(500).end(String(cause));
    if (provider === undefined) failed('no client is registered yet');
    else if (request.url === '/token' && !hasTokenEndpoint) request.socket.destroy();
    else if (request.url?.startsWith('/interaction/'))
      interact(provider, request, response).catch(failed);
    else provider.callback()(request, response).catch(failed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Under another host name than the program's, so that the browser treats it as another site.
  const issuer = `http://localhost:${port}`;
  return {
    issuer,
    setting: {
      name: 'school',
      title: TITLE,
      issuer,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
    },
    serve: (origin) => {
      provider = providerFor(issuer, origin, students);
    },
    enroll: (given) => {
      const number = `student-${randomUUID()}`;
      const email = `${number}@springfield.example`;
      const defaults = { number, email, firstName: 'Ina', lastName: 'Ek', verified: true };
      const student = { ...defaults, ...given };
      students.set(number, student);
      return student;
    },
    setTokenEndpoint: (responds) => {
      hasTokenEndpoint = responds;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The entry of a provider that is down: nothing listens on the reserved port 1. */
export const closedSchool = {
  name: 'closed',
  title: 'Closed School',
  issuer: 'http://127.0.0.1:1',
  client_id: CLIENT_ID,
};

/** Signs in on the school's page and consents. */
export async function signInAtSchool(at: Page, student: Student): Promise<void> {
  await at.getByLabel('School number').fill(student.number);
  await at.getByRole('button', { name: 'Sign in' }).click();
  await at.getByRole('button', { name: 'Allow' }).click();
}
