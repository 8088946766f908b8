import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type Duty, operatorFunction } from '../../shared/api/operator.ts';
import { type Group, routes } from '../../shared/api/routes.ts';
import type { Deployment } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { ContractApi } from '../constructs/contract-api.ts';
import type { Grant } from '../constructs/function-role.ts';
import { samlClaim } from '../constructs/staff-pool.ts';
import { apiGrants } from '../grants/api.ts';
import { namedIn, type ResourceArns } from '../grants/arns.ts';
import { operatorGrants } from '../grants/operator.ts';
import type { ApplicationPdfStack } from './application-pdf-stack.ts';
import type { ConversionStack } from './conversion-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { DeliveryStack } from './delivery-stack.ts';

export interface ApiStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly data: DataStack;
  readonly conversion: ConversionStack;
  readonly applicationPdf: ApplicationPdfStack;
  readonly delivery: DeliveryStack;
}

/**
 * The HTTP API, created from the routes in shared/api. lib/grants/api.ts has the permissions of each group.
 */
export class ApiStack extends Stack {
  readonly contracts: ContractApi<Group>;
  /** Operators invoke them with their own credentials. They have no route. */
  readonly operators: Readonly<Record<Duty, AppFunction>>;

  constructor(
    scope: Construct,
    id: string,
    { deployment, data, conversion, applicationPdf, delivery, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const arns = this.#arns({ deployment, data, conversion, applicationPdf, delivery });
    const environmentFor = this.#environments(arns, { deployment, data });
    const grants = apiGrants(arns);
    this.contracts = new ContractApi(this, 'Contracts', {
      groups: routes,
      throttle: deployment.throttle,
      functionFor: (group) => ({
        bundle: group,
        description: `Answers the calls of shared/api/${group}`,
        environment: {
          ...environmentFor(grants[group]),
          ...(group === 'public' && { ADDRESSES: deployment.addresses }),
          ...(group === 'account' && {
            REJECT_COMMON_PASSWORDS: String(deployment.rejectCommonPasswords),
          }),
        },
        grants: grants[group],
      }),
    });
    this.operators = this.#operators(deployment, operatorGrants(arns), environmentFor);
  }

  /** A function for each duty of operators, so that IAM can allow one without the others. */
  #operators(
    { name }: Deployment,
    grants: Readonly<Record<Duty, readonly Grant[]>>,
    environmentFor: (grants: readonly Grant[]) => Readonly<Record<string, string>>,
  ): Readonly<Record<Duty, AppFunction>> {
    const of = (duty: Duty, id: string, description: string) =>
      new AppFunction(this, id, {
        functionName: operatorFunction(name, duty),
        bundle: `operator-${duty}`,
        description: `For operators: ${description}`,
        environment: {
          ...environmentFor(grants[duty]),
        },
        grants: grants[duty],
      });
    return {
      link: of('link', 'OperatorLink', 'links with which staff read one application'),
      read: of('read', 'OperatorRead', 'lists of applications and pending work, the audit log'),
      change: of('change', 'OperatorChange', 'sessions, checklists'),
      export: of('export', 'OperatorExport', 'exports, and what is sent again'),
      report: of('report', 'OperatorReport', 'all stored data of one applicant'),
    };
  }

  #arns({ deployment, data, conversion, applicationPdf, delivery }: ApiStackProps): ResourceArns {
    return {
      table: data.table.tableArn,
      auditTable: data.auditTable.tableArn,
      uploads: data.uploads.bucketArn,
      documents: data.documents.bucketArn,
      packages: data.packages.bucketArn,
      userPool: data.accounts.pool.userPoolArn,
      ...data.mailEvents.arns(deployment.mail.from),
      originSecret: data.originSecret.secretArn,
      pepperSecret: data.pepperSecret.secretArn,
      clientSecret: data.accounts.clientSecret.secretArn,
      staffTokenSecret: data.staffTokenSecret.secretArn,
      staffClientSecret: data.staffClientSecret.secretArn,
      conversionMachine: conversion.machine.stateMachineArn,
      applicationPdfMachine: applicationPdf.machine.stateMachineArn,
      outboxFunction: delivery.outbox.function.functionArn,
      geoPlaces: this.#geoPlaces(deployment),
    };
  }

  /** A function's environment names the table, and otherwise only what its grants are about. */
  #environments(arns: ResourceArns, { deployment, data }: Pick<ApiStackProps, 'deployment' | 'data'>) {
    const { pool, client } = data.accounts;
    const variables: Partial<Record<keyof ResourceArns, Readonly<Record<string, string>>>> = {
      auditTable: { AUDIT_TABLE_NAME: data.auditTable.tableName },
      uploads: { UPLOADS_BUCKET: data.uploads.bucketName },
      documents: { DOCUMENTS_BUCKET: data.documents.bucketName },
      packages: { PACKAGES_BUCKET: data.packages.bucketName },
      userPool: { USER_POOL_ID: pool.userPoolId },
      mailIdentities: { MAIL_FROM: deployment.mail.from },
      mailConfigurationSet: { MAIL_CONFIGURATION_SET: data.mailEvents.configurationSetName },
      originSecret: { ORIGIN_SECRET_ARN: arns.originSecret },
      pepperSecret: { PEPPER_SECRET_ARN: arns.pepperSecret },
      clientSecret: { CLIENT_SECRET_ARN: arns.clientSecret, USER_POOL_CLIENT_ID: client.userPoolClientId },
      staffTokenSecret: { SERVICE_TOKEN_SECRET_ARN: arns.staffTokenSecret },
      staffClientSecret: {
        STAFF_CLIENT_SECRET_ARN: arns.staffClientSecret,
        ...signInSettings(deployment, data.staffPool),
      },
      conversionMachine: { CONVERSION_MACHINE_ARN: arns.conversionMachine },
      applicationPdfMachine: { APPLICATION_PDF_MACHINE_ARN: arns.applicationPdfMachine },
      outboxFunction: { OUTBOX_FUNCTION: arns.outboxFunction },
    };
    const table = { TABLE_NAME: data.table.tableName };
    return (grants: readonly Grant[]): Readonly<Record<string, string>> =>
      Object.assign({}, table, ...namedIn(grants, arns).map((name) => variables[name]));
  }

  #geoPlaces({ addresses }: Deployment) {
    if (addresses === 'list') return undefined;
    return this.formatArn({
      service: 'geo-places',
      account: '',
      resource: 'provider',
      resourceName: 'default',
    });
  }
}

/** The variables of the staff sign-in; none if it is off. */
function signInSettings(
  { staff }: Deployment,
  pool: DataStack['staffPool'],
): Readonly<Record<string, string>> {
  if (staff === undefined) return {};
  const roles = { STAFF_ROLES: JSON.stringify(staff.roles) };
  if (staff.provider.kind === 'oidc') {
    const { issuer, clientId, scope, claim, parameters } = staff.provider;
    return {
      ...{ STAFF_ISSUER: issuer, STAFF_CLIENT_ID: clientId, STAFF_SCOPE: scope, STAFF_CLAIM: claim },
      ...{ STAFF_PARAMETERS: JSON.stringify(parameters), ...roles },
    };
  }
  return {
    ...{ STAFF_ISSUER: pool?.issuer ?? '', STAFF_CLIENT_ID: pool?.clientId ?? '' },
    ...{ STAFF_SCOPE: 'openid profile email', STAFF_CLAIM: samlClaim, STAFF_PARAMETERS: '{}', ...roles },
  };
}
