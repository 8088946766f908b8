import { type AuditEntry, auditLogReply } from '../../shared/api/operator.ts';
import { OptionError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

/** Reads the audit log in pages: a long one exceeds the size of one function response. */
async function* pagesOf(place: Target, user: string | undefined) {
  let after: string | undefined;
  do {
    const page = await invokeOperator(place, { command: 'read-audit-log', user, after }, auditLogReply);
    yield page.entries;
    after = page.next;
  } while (after !== undefined);
}

const minEventWidth = 20;
const eventWidthOf = (page: readonly AuditEntry[]): number =>
  Math.max(minEventWidth, ...page.map(({ event }) => event.length));

const lineOf = (width: number) => (entry: AuditEntry) => {
  const { at, event, names, by, issuer, purpose, route, from, request } = entry;
  const details = [
    names.join(', '),
    by && `by ${by}`,
    issuer && `link issued by ${issuer}`,
    purpose && `purpose: ${purpose}`,
    route,
    from && `from ${from}`,
    request && `request ${request}`,
  ];
  return `${at}  ${event.padEnd(width)}  ${details.filter(Boolean).join('; ')}`.trimEnd();
};

interface Options extends TargetOptions {
  readonly user?: string;
  readonly operators: boolean;
  readonly json: boolean;
}

/** Prints the audit log of one applicant, or operators' actions that concern no applicant. */
export async function auditLog({ user, operators, json, ...choice }: Options): Promise<void> {
  if ((user === undefined) !== operators) throw new OptionError('Give either --user or --operators.');
  const place = await targetOf(choice);
  const entries: AuditEntry[] = [];
  for await (const page of pagesOf(place, user)) {
    entries.push(...page);
    if (!json && page.length > 0) console.log(page.map(lineOf(eventWidthOf(page))).join('\n'));
  }
  if (json) console.log(JSON.stringify(entries, null, 2));
  else if (entries.length === 0) console.log('There are no entries.');
}
