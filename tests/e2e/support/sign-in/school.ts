// Springfield Schools: a provider of OpenID Connect with people and pages of its own, for journeys through it. The
// protocol is by oidc-provider, which has nothing in common with the program.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createConnectionServer } from 'node:net';
import Provider, {
  type Adapter,
  type AdapterPayload,
  type InteractionResults,
} from 'oidc-provider';
import type { Page } from '@playwright/test';

export type Pupil = {
  /** What they sign in with at the school. */
  readonly number: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Whether the school has verified the address. */
  readonly verified: boolean;
};

export type School = {
  readonly issuer: string;
  /** As FORUM__OPENID__PROVIDERS takes it. */
  readonly setting: object;
  /** Lets the program at `origin` use the school. */
  readonly serve: (origin: string) => void;
  /** Somebody new who has an account at the school. */
  readonly enrol: (pupil: Partial<Pupil>) => Pupil;
  /** Whether it answers programs from now on; its pages do so in any case. */
  readonly answersPrograms: (answers: boolean) => void;
  readonly close: () => Promise<void>;
};

export const TITLE = 'Springfield Schools';
const CLIENT_ID = 'forum';
/** Of characters that are written otherwise in a form, which is how RFC 6749 has them sent. */
const CLIENT_SECRET = 'a secret+of the/forum & the school: 100%';

/** Keeps everything of one kind in memory, without an end. */
class Memory implements Adapter {
  readonly #kept = new Map<string, AdapterPayload>();

  async upsert(id: string, payload: AdapterPayload): Promise<undefined> {
    this.#kept.set(id, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#kept.get(id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#kept.values()].find((payload) => payload.uid === uid);
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<undefined> {
    const payload = this.#kept.get(id);
    if (payload !== undefined) payload['consumed'] = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<undefined> {
    this.#kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    for (const [id, payload] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id);
  }
}

function providerFor(issuer: string, origin: string, pupils: Map<string, Pupil>): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: 'springfield',
    use: 'sig',
    alg: 'RS256',
  };
  return new Provider(issuer, {
    adapter: Memory,
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
      const pupil = pupils.get(number);
      if (pupil === undefined) return undefined;
      const { firstName, lastName, email, verified } = pupil;
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

/** The school's own pages: signing in, and what the site may know. */
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
    await finish({ error: 'access_denied', error_description: 'they pressed Cancel' });
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

/** Listens on a free port of this machine. */
function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

export async function openSchool(): Promise<School> {
  let provider: Provider | undefined;
  let answersPrograms = true;
  const pupils = new Map<string, Pupil>();
  const server = createServer((request, response) => {
    const failed = (cause: unknown) => response.writeHead(500).end(String(cause));
    if (provider === undefined) failed('the school does not know the program yet');
    else if (request.url === '/token' && !answersPrograms) request.socket.destroy();
    else if (request.url?.startsWith('/interaction/'))
      interact(provider, request, response).catch(failed);
    else provider.callback()(request, response).catch(failed);
  });
  // At a name, so that the browser sees another site than the program's.
  const issuer = `http://localhost:${await listening(server)}`;
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
      provider = providerFor(issuer, origin, pupils);
    },
    enrol: (given) => {
      const number = `pupil-${randomUUID()}`;
      const email = `${number}@springfield.example`;
      const somebody = { number, email, firstName: 'Ina', lastName: 'Ek', verified: true };
      const pupil = { ...somebody, ...given };
      pupils.set(number, pupil);
      return pupil;
    },
    answersPrograms: (answers) => {
      answersPrograms = answers;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A provider that is down: it hangs up on whoever calls. */
export async function openClosedSchool(): Promise<{ setting: object; close: () => Promise<void> }> {
  const server = createConnectionServer((caller) => caller.destroy());
  const port = await listening(server as Server);
  return {
    setting: {
      name: 'closed',
      title: 'Closed School',
      issuer: `http://127.0.0.1:${port}`,
      client_id: CLIENT_ID,
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Signs in on the page of the school, where the browser is, and agrees to what the site wants to know. */
export async function passSchool(at: Page, pupil: Pupil): Promise<void> {
  await at.getByLabel('School number').fill(pupil.number);
  await at.getByRole('button', { name: 'Sign in' }).click();
  await at.getByRole('button', { name: 'Allow' }).click();
}
