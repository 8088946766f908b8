import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as v from 'valibot';
import * as z from 'zod/mini';
import { account } from '../../shared/api/account.ts';
import * as accountReplies from '../../shared/api/account-replies.ts';
import { application } from '../../shared/api/application.ts';
import { applicationPdf } from '../../shared/api/application-pdf.ts';
import {
  staffAudit,
  staffChecklist,
  staffCounts,
  staffExport,
  staffList,
  staffNotes,
  staffRead,
  staffSession,
  staffSettings,
} from '../../shared/api/console.ts';
import * as consoleReplies from '../../shared/api/console-replies.ts';
import type { Contract, Contracts } from '../../shared/api/contract.ts';
import * as correctionReplies from '../../shared/api/correction-replies.ts';
import { deviceLink } from '../../shared/api/device-link.ts';
import * as documentReplies from '../../shared/api/document-replies.ts';
import { documents } from '../../shared/api/documents.ts';
import { lookup } from '../../shared/api/lookup.ts';
import * as replies from '../../shared/api/replies.ts';
import type { Access } from '../../shared/api/route.ts';
import type { Group } from '../../shared/api/routes.ts';
import { shareLinks } from '../../shared/api/share-replies.ts';
import { sharedApplication } from '../../shared/api/shared-routes.ts';
import { service } from '../../shared/api/staff.ts';
import * as submittedReplies from '../../shared/api/submitted-replies.ts';
import { root } from './root.ts';

// docs/api.json: the HTTP API as OpenAPI 3.1, from the contracts in shared/api.
const file = 'docs/api.json';
const about =
  'Written by `npx matricula generate api-reference` from shared/api. The pages of the site use this API, and it changes with them. Calls reach it through CloudFront only. Calls of other sites are rejected by their Origin and Sec-Fetch-Site headers.';
type Schema = Readonly<Record<string, unknown>>;

const groups: Readonly<Record<Group, readonly [Contracts, string]>> = {
  account: [
    account,
    'Sign-up, log-in, password, email address, sessions, second factor, deletion, withdrawal',
  ],
  application: [
    application,
    'Answers, pages, tabs, repeated blocks, submission and its progress, reminders, corrections, links for other people',
  ],
  documents: [documents, 'Uploads, their conversion to PDF, and the converted documents'],
  lookup: [lookup, 'Schools, colleges and addresses that match what the applicant types'],
  applicationPdf: [applicationPdf, 'The PDF of the whole application'],
  service: [service, 'The staff view of one application, opened with a staff link'],
  deviceLink: [
    deviceLink,
    'Links that take unsaved answers to another device; published settings; error reports of pages',
  ],
  staffSession: [staffSession, 'Staff console: sign-in and the signed-in person'],
  staffList: [staffList, 'Staff console: list of submitted applications, facts of one'],
  staffRead: [staffRead, 'Staff console: answers, documents and PDF of one application'],
  staffChecklist: [
    staffChecklist,
    'Staff console: received checklist items, reinstated applications, answers to requests for corrections',
  ],
  staffNotes: [staffNotes, 'Staff console: private notes and history of one application'],
  staffExport: [staffExport, 'Staff console: the list for a file'],
  staffCounts: [staffCounts, 'Staff console: counts of applications'],
  staffSettings: [staffSettings, 'Staff console: settings in effect without a deployment'],
  staffAudit: [staffAudit, 'Staff console: audit log'],
};

const security: Readonly<Record<Access, readonly Schema[]>> = {
  ...{
    public: [],
    applicant: [{ session: [] }],
    ending: [{ session: [] }, {}],
    service: [{ staffToken: [] }],
    staff: [{ staffSession: [] }],
  },
};

/**
 * Returns the JSON Schema of a caller's input. A custom schema accepts any object; a pipe that begins with
 * one ends with the exact schema.
 */
function requestSchema(schema: z.core.$ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...found } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      if (def.type === 'custom') jsonSchema.type = 'object';
      if (def.type === 'pipe' && ['custom', 'transform'].includes(def.in._zod.def.type))
        Object.assign(jsonSchema, requestSchema(def.out));
    },
  });
  return found;
}

/** The members of the valibot schemas that replies use. */
interface Reply {
  readonly type: string;
  readonly entries: Readonly<Record<string, Reply>>;
  readonly item: Reply;
  readonly value: Reply;
  readonly wrapped: Reply;
  readonly options: readonly Reply[];
  readonly default?: unknown;
}

function replySchema({ type, entries, item, value, wrapped, options }: Reply): Schema {
  if (type === 'string' || type === 'number' || type === 'boolean') return { type };
  if (type === 'unknown') return {};
  if (type === 'picklist') return { enum: options };
  if (type === 'array') return { type, items: replySchema(item) };
  if (type === 'record') return { type: 'object', additionalProperties: replySchema(value) };
  if (type === 'union') return { anyOf: options.map(replySchema) };
  if (type === 'nullable') return { anyOf: [replySchema(wrapped), { type: 'null' }] };
  if (type === 'optional') return replySchema(wrapped);
  if (type !== 'object') throw new Error(`scripts/build/api-reference.ts cannot describe the type ${type}.`);
  const members = Object.entries(entries);
  // Functions add defaults, so only an optional member without one may be missing.
  const required = members.filter(([, each]) => each.type !== 'optional' || each.default !== undefined);
  const properties = Object.fromEntries(members.map(([name, member]) => [name, replySchema(member)]));
  return { type, required: required.map(([name]) => name), properties };
}

const schemaOf = (reply: v.GenericSchema) => replySchema(reply as unknown as Reply);

const named = {
  ...{ ...replies, ...accountReplies, ...submittedReplies },
  ...{ ...correctionReplies, ...documentReplies, ...consoleReplies, shareLinks, sharedApplication },
};

function nameOf(reply: v.GenericSchema): string {
  const found = Object.entries(named).find(([, each]) => each === reply);
  if (found === undefined)
    throw new Error('A reply has no name: export its schema from shared/api/replies.ts.');
  return found[0];
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const html = (schema: Schema) => ({ content: { 'text/html': { schema } } });
const ref = (kind: 'schemas' | 'responses', name: string) => ({ $ref: `#/components/${kind}/${name}` });

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schema === undefined ? {} : requestSchema(schema);
  return Object.entries(properties)
    .filter(([name]) => name !== 'service_token') // a security scheme
    .map(([name, each]) => ({ name, in: place, required: required.includes(name), schema: each }));
}

function operationOf(
  group: string,
  name: string,
  { route, params, query, body, hasEmptyPage }: Contract,
): Schema {
  const operationId = `${group}.${name}`;
  return {
    operationId,
    tags: [group],
    security: security[route.access],
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(body && { requestBody: { required: true, ...json(requestSchema(body)) } }),
    responses: {
      '2XX': {
        description: 'Success',
        ...(hasEmptyPage ? html : json)(ref('schemas', nameOf(route.reply))),
      },
      ...(/viewDocument|getPdf/.test(operationId) && { 302: { description: 'A redirect to the file' } }),
      '4XX': ref('responses', 'error'),
      '5XX': ref('responses', 'error'),
    },
  };
}

function reference(): string {
  const paths: Record<string, Record<string, Schema>> = {};
  const schemas: Record<string, Schema> = {};
  for (const [group, [contracts]] of Object.entries(groups))
    for (const [name, contract] of Object.entries(contracts)) {
      const { path, method, reply } = contract.route;
      schemas[nameOf(reply)] = schemaOf(reply);
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(group, name, contract) };
    }
  const page = {
    openapi: '3.1.0',
    info: { title: 'Matricula HTTP API', version: '1', description: about },
    servers: [{ url: 'http://127.0.0.1:4600', description: 'npm start' }],
    tags: Object.entries(groups).map(([name, [, description]]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        staffToken: { type: 'apiKey', in: 'query', name: 'service_token' },
        staffSession: { type: 'apiKey', in: 'cookie', name: '__Host-staff' },
      },
      responses: {
        error: { description: '429 and 503 have Retry-After', ...json(schemaOf(replies.message)) },
      },
      schemas,
    },
  };
  return `${JSON.stringify(page, null, 2)}\n`;
}

export const isApiReferenceStale = (): boolean => readFileSync(join(root, file), 'utf8') !== reference();

export function writeApiReference(): void {
  writeFileSync(join(root, file), reference());
  console.log(`${file} is written. Review it with git diff.`);
}
