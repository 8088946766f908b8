import { parts } from './parts.ts';

/** Alarms that no part rings, each with the reason. An alarm in neither place fails a test. */
const undrilled: readonly { readonly alarms: RegExp; readonly reason: string }[] = [
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
    reason: 'only with the setting firewall; scripts/local-cloud/test/firewall.test.ts rings such alarms',
  },
  { alarms: /^CanaryFails$/, reason: 'only with the setting canary; test/endpoints/canary.test.ts rings it' },
  {
    alarms: /^BackupsFail$/,
    reason: "only with the setting removal: 'retain'; AWS Backup itself is not part of the local cloud",
  },
];

/** Alarms that the drill's deployment, dev, does not have. */
export const alarmsOfOtherSettings = ['AccountCallsFlood', 'RequestsBlocked', 'CanaryFails', 'BackupsFail'];

/** Which of these alarms no part rings, by the reason. */
export function leftOut(names: readonly string[]) {
  const drilled = parts.flatMap(({ rings }) => rings);
  const silent = names.filter((name) => !drilled.includes(name));
  return undrilled
    .map(({ alarms, reason }) => ({ alarms: silent.filter((name) => alarms.test(name)), reason }))
    .filter(({ alarms }) => alarms.length > 0);
}
