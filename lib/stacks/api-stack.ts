import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { operatorFunction } from '../../shared/api/operator.ts';
import { type Group, routes } from '../../shared/api/routes.ts';
import type { Deployment } from '../config/index.ts';
import { AppFunction } from '../constructs/app-function.ts';
import { ContractApi } from '../constructs/contract-api.ts';
import { apiGrants, operatorGrants } from '../grants.ts';
import type { ApplicationPdfStack } from './application-pdf-stack.ts';
import type { ConversionStack } from './conversion-stack.ts';
import type { DataStack } from './data-stack.ts';

export interface ApiStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly data: DataStack;
  readonly conversion: ConversionStack;
  readonly applicationPdf: ApplicationPdfStack;
}

/** The HTTP API, created from the routes in shared/api. lib/grants.ts has the permissions of each group. */
export class ApiStack extends Stack {
  readonly contracts: ContractApi<Group>;
  /** Operators call it with their own credentials, for example by `npm run service-token`. It has no route. */
  readonly operator: AppFunction;

  constructor(
    scope: Construct,
    id: string,
    { deployment, data, conversion, applicationPdf, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const environment = {
      TABLE_NAME: data.table.tableName,
      UPLOADS_BUCKET: data.uploads.bucketName,
      DOCUMENTS_BUCKET: data.documents.bucketName,
      USER_POOL_ID: data.accounts.pool.userPoolId,
      USER_POOL_CLIENT_ID: data.accounts.client.userPoolClientId,
      CONVERSION_MACHINE_ARN: conversion.machine.stateMachineArn,
      COPY_MACHINE_ARN: applicationPdf.machine.stateMachineArn,
      ORIGIN_SECRET_ARN: data.originSecret.secretArn,
      PEPPER_SECRET_ARN: data.pepperSecret.secretArn,
      SERVICE_TOKEN_SECRET_ARN: data.serviceTokenSecret.secretArn,
      MAIL_FROM: deployment.mail.from,
      PARTNER: deployment.partner,
      ADDRESSES: deployment.addresses,
    };
    const arns = {
      table: data.table.tableArn,
      uploads: data.uploads.bucketArn,
      documents: data.documents.bucketArn,
      userPool: data.accounts.pool.userPoolArn,
      mailIdentity: this.#mailIdentity(deployment),
      originSecret: data.originSecret.secretArn,
      pepperSecret: data.pepperSecret.secretArn,
      serviceTokenSecret: data.serviceTokenSecret.secretArn,
      conversionMachine: conversion.machine.stateMachineArn,
      copyMachine: applicationPdf.machine.stateMachineArn,
      geoPlaces: this.#geoPlaces(deployment),
    };
    const grants = apiGrants(arns);
    this.contracts = new ContractApi(this, 'Contracts', {
      groups: routes,
      throttle: deployment.throttle,
      functionFor: (group) => ({
        bundle: group,
        description: `Answers the calls of shared/api/${group}`,
        environment,
        grants: grants[group],
      }),
    });
    this.operator = new AppFunction(this, 'Operator', {
      functionName: operatorFunction(deployment.name),
      bundle: 'operator',
      description: 'Issues and revokes the tokens by which staff read one application',
      environment,
      grants: operatorGrants(arns),
    });
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

  #mailIdentity({ mail }: Deployment) {
    const resourceName = mail.sesIdentity ?? mail.from;
    return this.formatArn({ service: 'ses', resource: 'identity', resourceName });
  }
}
