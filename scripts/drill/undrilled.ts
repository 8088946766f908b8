import { parts } from './parts.ts';

/** Alarms that no part rings, each with the reason. An alarm in neither place fails a test. */
const undrilled: readonly { readonly alarms: RegExp; readonly reason: string }[] = [
  { alarms: /Errors$/, reason: 'the same alarm as CopyErrors, about other functions' },
  {
    alarms: /Throttled$/,
    reason: 'more runs would have to start at once than the account allows',
  },
  { alarms: /^CallsSlow$/, reason: 'one call in a hundred would have to take five seconds' },
  { alarms: /^AttemptsLimited$/, reason: 'more than 350 attempts would have to be made' },
  { alarms: /^ReceiptsNotResent$/, reason: 'three runs in a row would have to fail' },
  { alarms: /^UsersNotExported$/, reason: 'the export of a night would have to fail three times' },
  { alarms: /^Mails(Bounce|MarkedAsSpam)/, reason: 'a mail would have to come back after it was sent' },
];

/** Which of these alarms no part rings, by the reason. */
export function leftOut(names: readonly string[]) {
  const drilled = parts.flatMap(({ rings }) => rings);
  const silent = names.filter((name) => !drilled.includes(name));
  return undrilled
    .map(({ alarms, reason }) => ({ alarms: silent.filter((name) => alarms.test(name)), reason }))
    .filter(({ alarms }) => alarms.length > 0);
}
