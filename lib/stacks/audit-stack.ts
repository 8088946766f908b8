import { Stack, type StackProps } from 'aws-cdk-lib';
import { ReadWriteType, Trail } from 'aws-cdk-lib/aws-cloudtrail';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { LogEvent } from '../../shared/api/log-events.ts';
import type { Deployment } from '../config/index.ts';
import type { AppFunction } from '../constructs/app-function.ts';
import { requestQuery } from '../constructs/logs.ts';
import type { Watched } from './watched.ts';

export interface AuditStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly watched: Watched;
}

/**
 * To find out what happened: who opened applicants' documents or issued a link, and saved queries of the
 * logs.
 */
export class AuditStack extends Stack {
  constructor(scope: Construct, id: string, { deployment, watched, ...props }: AuditStackProps) {
    super(scope, id, props);
    this.#trail(watched);
    for (const [name, query] of Object.entries(queries(watched)))
      new QueryDefinition(this, name.replaceAll(' ', ''), {
        queryDefinitionName: `Matricula/${deployment.name}/${name}`,
        ...query,
      });
  }

  /**
   * Every reading and writing of an applicant's file or a list of users, and every call of the functions that
   * operators invoke, with the identity that AWS checked. Management events are in the account's own event
   * history.
   */
  #trail({ data, api, retention }: Watched) {
    const trail = new Trail(this, 'Trail', {
      bucket: data.trailLogs,
      managementEvents: ReadWriteType.NONE,
      isMultiRegionTrail: false,
      includeGlobalServiceEvents: false,
      enableFileValidation: true,
    });
    data.trailLogs.addToResourcePolicy(this.#onlyOwnTrails(data.trailLogs));
    const buckets = [data.uploads, data.documents, data.packages, data.userExports];
    trail.addS3EventSelector(buckets.map((bucket) => ({ bucket })));
    trail.addLambdaEventSelector(
      [...Object.values(api.operators), retention.retention].map(({ function: each }) => each),
    );
  }

  /** CDK lets the service write for any account that knows the bucket's name. */
  #onlyOwnTrails(bucket: IBucket) {
    return new PolicyStatement({
      sid: 'OnlyOwnTrails',
      effect: Effect.DENY,
      principals: [new ServicePrincipal('cloudtrail.amazonaws.com')],
      actions: ['s3:*'],
      resources: [bucket.bucketArn, bucket.arnForObjects('*')],
      conditions: {
        StringNotLike: { 'aws:SourceArn': this.formatArn({ service: 'cloudtrail', resource: 'trail/*' }) },
      },
    });
  }
}

/** The queries of CloudWatch Logs Insights. In each, an operator replaces the value in capitals. */
function queries({ api, conversion }: Watched) {
  const logsOf = (functions: Readonly<Record<string, AppFunction>>) =>
    Object.values(functions).map(({ function: { logGroup } }) => logGroup);
  const { begin: _, ...steps } = conversion.functions; // it writes lines about failures only
  const recorded: LogEvent = 'conversion.recorded';
  const conversionLogs = logsOf(steps);
  return {
    'One request': {
      logGroups: [api.contracts.accessLog, ...logsOf(api.contracts.functions)],
      queryString: requestQuery,
    },
    'Conversions of one applicant': {
      logGroups: conversionLogs,
      queryString: new QueryString({
        fields: [
          '@timestamp',
          'message.event',
          'message.answer_key',
          'message.gen',
          'message.kind',
          'message.status',
          'message.reason',
          'message.milliseconds',
        ],
        filterStatements: ['message.applicant = "SUB"'],
        sort: '@timestamp asc',
      }),
    },
    'Refused uploads by reason': {
      logGroups: conversionLogs,
      queryString: new QueryString({
        filterStatements: [`message.event = "${recorded}" and message.status = "FAILED"`],
        statsStatements: ['count(*) as uploads by message.reason'],
        sort: 'uploads desc',
      }),
    },
  };
}
