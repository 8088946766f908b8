import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isApiReferenceStale } from '../../scripts/build/api-reference.ts';
import { root } from '../../scripts/build/root.ts';
import { routes } from '../../shared/api/routes.ts';

const reference = JSON.parse(readFileSync(join(root, 'docs/api.json'), 'utf8'));

/** Another implementation of JSON Schema than the one that writes the file. */
const validatorOf = (schema: object) => new Ajv2020({ strict: false }).compile(schema);

describe('docs/api.json', () => {
  it('is up to date: if this fails, run npx matricula generate api-reference and review the diff', () => {
    expect(isApiReferenceStale()).toBe(false);
  });

  it('lists each route of shared/api once', () => {
    const listed = Object.entries<object>(reference.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = Object.values(routes).flatMap((group) =>
      Object.values(group).map(({ method, path }) => `${method} ${path}`),
    );
    expect(listed.sort()).toEqual(expected.sort());
  });

  it('describes bodies as callers write them, also those that the function transforms', () => {
    const { schema } = reference.paths['/api/answer'].put.requestBody.content['application/json'];
    const isValid = validatorOf(schema);
    expect(isValid({ answer: { first_name: 'Ada' }, revision: 3 })).toBe(true);
    expect(isValid({ answer: { first_name: 'Ada' }, revison: 3 })).toBe(false);
    const signUp = reference.paths['/public/signup'].post.requestBody.content['application/json'].schema;
    expect(signUp.properties.password).toEqual({ type: 'string', maxLength: 256 });
  });

  it('marks a member of a reply as optional only if the function may omit it', () => {
    const { profile } = reference.components.schemas;
    expect(profile.required).toContain('conflicts');
    expect(profile.required).not.toContain('revision');
    expect(validatorOf(profile.properties.receipt)(null)).toBe(true);
  });

  it('resolves each of its references', () => {
    const named = [...JSON.stringify(reference).matchAll(/"#\/components\/(\w+)\/(\w*)"/g)];
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(([, kind = '', name = '']) => !(name in reference.components[kind]))).toEqual([]);
  });
});
