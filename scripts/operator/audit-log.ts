import { parseArgs } from 'node:util';
import { type AuditEntry, auditLogReply } from '../../shared/api/operator.ts';
import { readOptions } from '../command-line/options.ts';
import { invokeOperator } from './ask.ts';
import { type Target, targetOf, targetOptions } from './target.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('audit-log', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        user: { type: 'string' },
        operators: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        ...targetOptions,
      },
    });
    if ((values.user === undefined) !== values.operators)
      throw new Error('Give either --user or --operators.');
    return values;
  });

/** Page after page, so that the longest audit log fits into what a function may return. */
async function* pagesOf(place: Target, user: string | undefined) {
  let after: string | undefined;
  do {
    const page = await invokeOperator(place, { command: 'read-audit-log', user, after }, auditLogReply);
    yield page.entries;
    after = page.next;
  } while (after !== undefined);
}

const eventWidth = 20;

function lineOf({ at, event, names, by, issuer, purpose, route, from, request }: AuditEntry): string {
  const details = [
    names.join(', '),
    by && `by ${by}`,
    issuer && `link issued by ${issuer}`,
    purpose && `purpose: ${purpose}`,
    route,
    from && `from ${from}`,
    request && `request ${request}`,
  ];
  return `${at}  ${event.padEnd(eventWidth)}  ${details.filter(Boolean).join('; ')}`.trimEnd();
}

/** `npm run audit-log`: what happened to one account and application, or what operators did that concerns none. */
export async function auditLog(args: readonly string[]): Promise<void> {
  const { user, json, operators: _, ...choice } = optionsIn(args);
  const place = await targetOf(choice);
  const entries: AuditEntry[] = [];
  for await (const page of pagesOf(place, user)) {
    entries.push(...page);
    if (!json) for (const entry of page) console.log(lineOf(entry));
  }
  if (json) console.log(JSON.stringify(entries, null, 2));
  else if (entries.length === 0) console.log('There are no entries.');
}
