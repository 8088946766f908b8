import { Duration } from 'aws-cdk-lib';
import { FilterPattern, type ILogGroup, type JsonPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { staffReadRoutes } from '../../shared/api/console-routes.ts';
import type { LogEvent } from '../../shared/api/log-events.ts';
import { eventPattern, logMetric } from '../constructs/logs.ts';
import type { AlarmEntry, Alarms } from '../constructs/operator-alarms.ts';
import type { Watched } from './watched.ts';

/** An alarm about lines of the functions' logs: the lines and how to count them. */
interface LoggedAlarm extends Omit<AlarmEntry, 'metric'> {
  readonly logs: (watched: Watched) => readonly ILogGroup[];
  readonly lines: JsonPattern;
  /** Selects a number in the lines. Its maximum is compared, instead of the number of lines. */
  readonly largest?: string;
  readonly minutes?: number;
}

/** Lines with one of these events (lambdas/runtime/log.ts). */
const events = (first: LogEvent, ...others: readonly LogEvent[]): JsonPattern =>
  others.length === 0
    ? eventPattern(first)
    : FilterPattern.any(eventPattern(first), ...others.map(eventPattern));

/** Calls of the API that ended with this status code. */
const calls = (status: number): JsonPattern =>
  FilterPattern.all(eventPattern('call.ended'), FilterPattern.numberValue('$.message.status', '=', status));

const ofGroup =
  (...groups: readonly string[]) =>
  ({ api }: Watched) =>
    groups.flatMap((group) => api.contracts.functions[group]?.function.logGroup ?? []);

/** Problems that only the logs show: the function itself responded successfully, but a user was affected. */
const table: Readonly<Record<string, LoggedAlarm>> = {
  ConverterFails: {
    logs: ({ conversion: { functions } }) =>
      [functions.inspect, functions.convert, functions.office, functions.record].map(
        (each) => each.function.logGroup,
      ),
    lines: events('conversion.failed', 'conversion-step.failed'),
    threshold: 0,
    impact:
      'Applicants are told that their document could not be converted, though nothing is wrong with it.',
    action: 'read the reason in the logs of the converters; if every Word document fails, roll back.',
    runbook: 'converter-fails',
    within: 'Degraded',
  },
  ApplicationPdfsFail: {
    logs: ({ applicationPdf }) => [applicationPdf.make.function.logGroup],
    lines: events('application-pdf.failed'),
    threshold: 0,
    impact: 'Applicants cannot get the PDF copy of their application.',
    action: 'read the log of the function Make before the line "application-pdf.failed".',
    runbook: 'application-pdfs-fail',
    within: 'Degraded',
  },
  CodesNotMailed: {
    logs: ofGroup('account'),
    lines: events('code-mail.failed'),
    threshold: 0,
    impact: 'Applicants wait for a code that was not mailed: they cannot sign up or reset their password.',
    action: "look up the error in the account function's log, then check SES: sandbox, pause, daily quota.",
    runbook: 'codes-not-mailed',
    within: 'ApplicantsCannotWork',
  },
  ManyCodeMails: {
    logs: ofGroup('account'),
    lines: events('code-mail.sent'),
    threshold: 2000,
    minutes: 60,
    impact: 'More than 2000 codes and links were mailed within an hour: a flood can use up the mail quota.',
    action: 'find out whether somebody signs up with the addresses of strangers.',
    runbook: 'mails-marked-as-spam',
  },
  MailsFail: {
    logs: (watched) => [...ofGroup('account')(watched), watched.delivery.outbox.function.logGroup],
    lines: events('security-notice.failed', 'deadline-mail.failed'),
    threshold: 0,
    impact: 'Applicants get no mail about deadlines, or none about what happened to their account.',
    action: "look up the error in the functions' logs, then check SES: pause, daily quota.",
    runbook: 'mails-fail',
    within: 'Degraded',
  },
  OutboxLate: {
    logs: (watched) => [
      ...ofGroup('account', 'applicant')(watched),
      watched.delivery.outbox.function.logGroup,
    ],
    lines: events('outbox.tried'),
    largest: '$.message.minutes',
    threshold: 30,
    impact:
      'Receipts, other mails to applicants, or packages and events for the university were not sent for half an hour.',
    action:
      'run npx matricula ops redrive --list, and fix what it names; after ten tries, run npx matricula ops redrive.',
    runbook: 'outbox-late',
    within: 'Degraded',
  },
  StaffSignInFails: {
    logs: ofGroup('staffSession'),
    lines: events('identity-provider.failed'),
    threshold: 2,
    minutes: 15,
    impact: 'Staff cannot sign in to the console. Open sessions go on.',
    action:
      'read the line "identity-provider.failed": it names a wrong client secret, or a provider that is down.',
    runbook: 'staff-sign-in-fails',
    within: 'Degraded',
  },
  ErasuresFail: {
    logs: ({ retention }) => [retention.retention.function.logGroup],
    lines: events('deletion.failed'),
    threshold: 2,
    minutes: 15,
    impact: 'What somebody asked to have erased is not erased, although the product has tried three times.',
    action: 'read the line "deletion.failed" in the log of Retention: it names what could not be erased.',
    runbook: 'erasures-fail',
  },
  RetentionFails: {
    logs: ({ retention }) => [retention.retention.function.logGroup],
    lines: events('retention.failed'),
    threshold: 0,
    minutes: 60,
    impact: 'Nobody is hurt yet: data whose time is over are kept longer than the privacy notice promises.',
    action: 'read the line "retention.failed" in the log of Retention; the next night tries again.',
    runbook: 'retention-fails',
  },
  AccountsThrottled: {
    logs: ofGroup('account'),
    lines: calls(503),
    threshold: 0,
    impact:
      'Applicants are told to try again when they sign up or log in: Cognito or the table throttles us.',
    action: 'find out which service throttles in the log, and ask AWS for a higher quota.',
    runbook: 'accounts-throttled',
    within: 'ApplicantsCannotWork',
  },
  AttemptsLimited: {
    logs: ofGroup('account'),
    lines: calls(429),
    threshold: 50,
    impact:
      'Many sign-ups and log-ins are turned away as too many attempts: an attack, or a school behind one address.',
    action: 'find out in the firewall whether they come from one address.',
    runbook: 'attempts-limited',
  },
  BulkReading: {
    logs: ofGroup('staff'),
    lines: FilterPattern.all(
      eventPattern('call.ended'),
      FilterPattern.any(
        ...[staffReadRoutes.getAnswers, staffReadRoutes.getPdf].map(({ method, path }) =>
          FilterPattern.stringValue('$.message.route', '=', `${method} ${path}`),
        ),
      ),
      // While a PDF is drawn, its page asks for it again, and the status is 202.
      FilterPattern.any(
        ...[200, 302].map((status) => FilterPattern.numberValue('$.message.status', '=', status)),
      ),
    ),
    threshold: 1000,
    minutes: 60,
    impact: 'Staff open more applications in an hour than people read: a script may copy them.',
    action: 'ask the person whom the audit log names; if it was not them, end their sessions.',
    runbook: 'bulk-reading',
  },
  CallsThrottled: {
    logs: ({ api }) => [api.contracts.accessLog],
    // API Gateway did not call the function, so the function's latency is missing.
    lines: FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '429'),
      FilterPattern.stringValue('$.integrationLatency', '=', '-'),
    ),
    threshold: 0,
    impact: 'Applicants are turned away, because more calls arrive than the API accepts.',
    action: 'compare the calls on the dashboard with the setting throttle; if they are applicants, raise it.',
    runbook: 'calls-throttled',
    within: 'ApplicantsCannotWork',
  },
  PagesBreak: {
    logs: ofGroup('public'),
    lines: events('page.crashed'),
    threshold: 3,
    impact: 'Pages crash in the browsers of applicants.',
    // Anybody can send reports, so the alarm asks for a reproduction and never for a roll-back alone.
    action:
      'open the page that "page.crashed" names in the log of the public function; roll back only if it crashes for you too.',
    runbook: 'pages-break',
    within: 'Degraded',
  },
};

/**
 * The alarms about lines of the functions' logs, with a metric and its filters for each. An alarm about a
 * function that the deployment does not have is omitted.
 */
export const loggedAlarms = (scope: Construct, watched: Watched, namespace: string): Alarms =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { logs: logsOf, lines, largest, minutes = 5, ...entry }]) => {
      const logs = logsOf(watched);
      if (logs.length === 0) return [];
      const metric = logMetric(scope, `${name}Count`, {
        namespace,
        logs,
        pattern: lines,
        value: largest,
        statistic: largest === undefined ? 'Sum' : 'Maximum',
        period: Duration.minutes(minutes),
      });
      return [[name, { ...entry, metric }]];
    }),
  );
