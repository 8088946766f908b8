import { describe, expect, it } from 'vitest';
import { securityTxt } from '../../scripts/build/security-txt.ts';
import { university as northernLakes } from '../../shared/partners/index.ts';
import { withCloud } from '../support/cloud.ts';

const cloud = withCloud();

describe('/.well-known/security.txt', () => {
  it('says where to report a vulnerability, and until when that is right', async () => {
    const response = await fetch(`${cloud().url}/.well-known/security.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    const text = await response.text();
    const { contact, policy } = northernLakes.security;
    expect(text).toContain(`Contact: ${contact}\n`);
    expect(text).toContain(`Policy: ${policy}\n`);
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(366);
  });

  it.each([
    ['2026-11-22T10:00:00Z', '2027-10-01T00:00:00Z'],
    ['2027-01-31T23:59:59Z', '2027-12-01T00:00:00Z'],
    ['2027-02-01T00:00:00Z', '2028-01-01T00:00:00Z'],
  ])('built on %s ends on %s, once, in the format of RFC 3339', (today, end) => {
    const text = securityTxt({ security: { contact: 'mailto:security@example.edu' } }, new Date(today));
    expect(text).toBe(`Contact: mailto:security@example.edu\nExpires: ${end}\nPreferred-Languages: en\n`);
  });
});
