import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import { deploymentNamed } from '../../lib/config/index.ts';
import type { StaffRole } from '../../shared/api/staff-roles.ts';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '../local-cloud/index.ts';

// The identity provider of local runs: the certified oidc-provider package, with four people to choose from.

interface Person {
  readonly name: string;
  groups: readonly string[];
}

const sampleStaff = (stage: string): Readonly<Record<string, Person>> => {
  const roles = deploymentNamed(stage).staff?.roles;
  const inGroups = (name: string, role: StaffRole) => ({ name, groups: roles?.[role] ?? [] });
  return {
    rita: inGroups('Rita Reader', 'reader'),
    remy: inGroups('Remy Records', 'records'),
    omar: inGroups('Omar Office', 'office'),
    dana: inGroups('Dana Director', 'director'),
    vera: { name: 'Vera Visitor (no role)', groups: ['library'] },
  };
};

/** An error of the provider: its status, the OAuth error in its body, and the path that has it. */
export interface ProviderFault {
  readonly status: number;
  readonly error?: string;
  /** The start of the path; every path without it. */
  readonly path?: string;
}

export interface LocalIdentityProvider {
  readonly issuer: string;
  /** Registers the console of a cloud. Before that, the provider rejects every request. */
  register(cloud: Pick<LocalCloud, 'url' | 'credentials' | 'outputs'>): Promise<void>;
  /** Changes the groups of a person, by the first name in small letters. */
  setGroups(person: string, groups: readonly string[]): void;
  /** Replies to requests at a path with an error until the returned function is called. */
  replyWithErrors(fault: ProviderFault): () => void;
  close(): Promise<void>;
}

const page = (uid: string, people: Readonly<Record<string, Person>>) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in - sample identity provider</title><link rel="icon" href="data:,">
<style>
  body { font: 17px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 15vh auto; padding: 0 1rem; color: #14323f; }
  button { display: block; width: 100%; margin: .5rem 0; padding: .75rem; font: inherit; text-align: left; }
</style>
<h1>Choose a person</h1>
<p>This identity provider runs on your machine only.</p>
<form method="post" action="/people/${uid}">
${Object.entries(people)
  .map(([id, { name }]) => `<button name="person" value="${id}">${name}</button>`)
  .join('\n')}
</form></html>`;

async function clientSecretOf({
  url,
  credentials,
  outputs,
}: Pick<LocalCloud, 'url' | 'credentials' | 'outputs'>) {
  const [, arn] = Object.entries(outputs).find(([path]) => /StaffClientSecret\/Resource$/.test(path)) ?? [];
  const client = new SecretsManagerClient({ endpoint: url, region: 'us-east-1', credentials });
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return SecretString;
}

/** The package warns of its default adapter, which forgets everything at the end. That is fine here. */
class OnThisMachine extends MemoryAdapter {}

async function makeProvider(
  issuer: string,
  site: string,
  client_secret: string,
  people: Readonly<Record<string, Person>>,
) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    adapter: OnThisMachine,
    clients: [
      {
        client_id: 'matricula',
        client_secret,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${site}/api/staff/callback`],
        post_logout_redirect_uris: [`${site}/staff/signed-out`],
      },
    ],
    jwks: { keys: [await exportJWK(privateKey)] },
    cookies: { keys: [crypto.randomUUID()] },
    claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/people/${uid}` },
    issueRefreshToken: () => Promise.resolve(true),
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        name: people[accountId]?.name,
        email: `${accountId}@example.edu`,
        groups: [...(people[accountId]?.groups ?? [])],
      }),
    }),
    // The university owns both sides, so consent is not needed.
    async loadExistingGrant({ oidc: { session, client } }) {
      if (session?.accountId === undefined || client === undefined) return undefined;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid profile email offline_access');
      await grant.save();
      return grant;
    },
    ttl: {
      Interaction: 600,
      Session: 8 * 3600,
      Grant: 8 * 3600,
      AccessToken: 300,
      IdToken: 300,
      RefreshToken: 8 * 3600,
    },
  });
  return provider;
}

/** Lets a person be chosen, and continues the sign-in as that person. */
async function choosePerson(
  provider: Provider,
  people: Readonly<Record<string, Person>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(uid, people));
    return;
  }
  const accountId = new URLSearchParams(await text(request)).get('person') ?? '';
  await provider.interactionFinished(request, response, { login: { accountId } });
}

/** Starts the provider on a free port. */
export async function startIdentityProvider(stage = 'dev'): Promise<LocalIdentityProvider> {
  const people = sampleStaff(stage);
  let provider: Provider | undefined;
  let fault: ProviderFault | undefined;
  const server = createServer(async (request, response) => {
    if (provider === undefined) return void response.writeHead(503).end();
    if (fault !== undefined && request.url?.startsWith(fault.path ?? '/')) {
      // RFC 6749 5.2: a client with a wrong secret is asked for it in a header.
      const challenge = fault.error === 'invalid_client' && { 'www-authenticate': 'Basic realm="token"' };
      response.writeHead(fault.status, { 'content-type': 'application/json', ...challenge });
      return void response.end(JSON.stringify({ error: fault.error }));
    }
    if (!request.url?.startsWith('/people/')) return void provider.callback()(request, response);
    await choosePerson(provider, people, request, response).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    async register(cloud) {
      provider = await makeProvider(issuer, cloud.url, await clientSecretOf(cloud), people);
    },
    setGroups(person, groups) {
      const found = people[person];
      if (found === undefined) throw new Error(`There is no ${person}.`);
      found.groups = groups;
    },
    replyWithErrors(errors) {
      fault = errors;
      return () => {
        fault = undefined;
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts a local cloud with an identity provider for its staff console. It ends with the cloud. */
export async function startCloudWithStaff(options: LocalCloudOptions, stage?: string) {
  const provider = await startIdentityProvider(stage);
  const variables = { ...options.variables, STAFF_ISSUER: provider.issuer };
  try {
    const cloud = await startLocalCloud({ ...options, variables });
    await provider.register(cloud);
    const close = async () => void (await Promise.all([cloud.close(), provider.close()]));
    return { ...cloud, provider, close };
  } catch (error) {
    await provider.close();
    throw error;
  }
}
