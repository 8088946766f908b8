import { randomUUID } from 'node:crypto';
import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry, type Operator, recordEvent } from './audit-log.ts';
import { exists, set } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { readItem, transact, update, writes } from './table.ts';

interface NewToken {
  readonly ends: number;
  /** Reason for reading the application. */
  readonly purpose: string;
  readonly audience: StaffAudience;
}

/** Stores a new token for one application, and an audit event. Returns the token's id. */
export async function storeToken(
  sub: ApplicantId,
  { ends, purpose, audience }: NewToken,
  operator: Operator,
): Promise<string> {
  const jti = randomUUID();
  const token = {
    ...keys.staffToken(jti),
    sub,
    ends,
    issuer: operator.by,
    purpose,
    audience,
    expires_at: seconds(ends),
  };
  await transact([
    writes.put(token),
    await auditEntry(sub, 'service-token', { names: [jti], purpose, ...operator }),
  ]);
  return jti;
}

interface TokenUse {
  readonly jti: string;
  readonly sub: ApplicantId;
  /** The route that it is used for. */
  readonly route: string;
  /** The file that is read, if it is not the application. */
  readonly names?: readonly string[];
}

/**
 * Returns the audience of a token; undefined if the token is revoked or expired. Its use is recorded before
 * any data is returned, with issuer and purpose. DynamoDB deletes expired items late, so the end is compared
 * too.
 */
export async function admitToken({
  jti,
  sub,
  route,
  names = [],
}: TokenUse): Promise<StaffAudience | undefined> {
  const token = await readItem(keys.staffToken(jti), items.staffToken);
  const isValid = token?.sub === sub && token.revoked_at === undefined && now() < token.ends;
  const { issuer, purpose } = token ?? {};
  const details = { names: [jti, ...names], route, issuer, purpose };
  await recordEvent(sub, isValid ? 'service-read' : 'service-refused', details);
  return isValid ? token.audience : undefined;
}

/** Revokes a token immediately; false if no token has this id. */
export async function revokeToken(jti: string, operator: Operator): Promise<boolean> {
  const revoked_at = new Date(now()).toISOString();
  const token = await update(keys.staffToken(jti), set({ revoked_at }), { if: exists });
  if (token === undefined) return false;
  await recordEvent(items.staffToken.parse(token).sub, 'service-revoke', { names: [jti], ...operator });
  return true;
}
