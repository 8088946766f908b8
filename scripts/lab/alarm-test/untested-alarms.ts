import { parts } from './parts.ts';

/** Alarms that no part tests, with the reason. A test fails for an alarm that is in neither list. */
const untestedAlarms: readonly { readonly alarms: RegExp; readonly reason: string }[] = [
  { alarms: /Errors$/, reason: 'the same alarm as ApplicationPdfErrors, about other functions' },
  {
    alarms: /^ApplicationsNotExported$/,
    reason: 'the same alarm as UsersNotExported, about another function',
  },
  { alarms: /Throttled$/, reason: 'the same alarm as Api-applicationThrottled, about other functions' },
  {
    alarms: /^Mails(Bounce|MarkedAsSpam)Rate$/,
    reason: "an average over all mails of an account, in which SES leaves out its own simulator's addresses",
  },
  {
    alarms: /^(AccountCallsFlood|RequestsBlocked)$/,
    reason: 'only with the setting firewall; scripts/local-cloud/test/firewall.test.ts fires such alarms',
  },
  { alarms: /^CanaryFails$/, reason: 'only with the setting canary; test/endpoints/canary.test.ts fires it' },
  {
    alarms: /^DeliveriesFail$/,
    reason: 'only with the setting deliveries; test/endpoints/pushes.test.ts fires it',
  },
  {
    alarms: /^BackupsFail$/,
    reason: "only with the setting removal: 'retain'; AWS Backup itself is not part of the local cloud",
  },
];

/** Alarms that the stage dev does not have. */
export const alarmsOfOtherSettings = [
  'AccountCallsFlood',
  'RequestsBlocked',
  'CanaryFails',
  'DeliveriesFail',
  'BackupsFail',
];

/** Groups untested alarms by the reason. */
export function leftOut(names: readonly string[]) {
  const tested = parts.flatMap(({ alarms }) => alarms);
  const silent = names.filter((name) => !tested.includes(name));
  return untestedAlarms
    .map(({ alarms, reason }) => ({ alarms: silent.filter((name) => alarms.test(name)), reason }))
    .filter(({ alarms }) => alarms.length > 0);
}
