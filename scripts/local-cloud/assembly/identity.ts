import { createHash } from 'node:crypto';
import type { Json } from './template.ts';

export const account = '000000000000';

/** Identity of a resource in CloudFormation: the value of Ref, and the attributes of Fn::GetAtt. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Naming {
  readonly stack: string;
  readonly region: string;
  readonly id: string;
  /**
   * The resolved name property of the resource, if the template sets it. It takes precedence over a generated
   * name.
   */
  readonly property: (name: string) => Json | undefined;
}

const digest = (text: string, length: number) =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(36)
    .slice(0, length);

const fitted = (name: string, most: number) =>
  name.length <= most ? name : `${name.slice(0, most - 9)}-${digest(name, 8)}`;

const made = ({ stack, id }: Naming) => `${stack}-${id}`;

function given(naming: Naming, property: string, most: number) {
  const own = naming.property(property);
  return typeof own === 'string' ? own : fitted(made(naming), most);
}

const arn = (service: string, { region }: Naming, rest: string) =>
  `arn:aws:${service}:${region}:${account}:${rest}`;

type Maker = (naming: Naming) => Identity;

const table: Maker = (naming) => {
  const ref = given(naming, 'TableName', 255);
  return { ref, attributes: { Arn: arn('dynamodb', naming, `table/${ref}`) } };
};

const bucket: Maker = (naming) => {
  const own = naming.property('BucketName');
  const ref =
    typeof own === 'string'
      ? own
      : fitted(
          made(naming)
            .toLowerCase()
            .replace(/[^a-z0-9-]/g, '-'),
          63,
        );
  const RegionalDomainName = `${ref}.s3.${naming.region}.amazonaws.com`;
  return {
    ref,
    attributes: { Arn: `arn:aws:s3:::${ref}`, DomainName: `${ref}.s3.amazonaws.com`, RegionalDomainName },
  };
};

const lambda: Maker = (naming) => {
  const ref = given(naming, 'FunctionName', 64);
  return { ref, attributes: { Arn: arn('lambda', naming, `function:${ref}`) } };
};

const role: Maker = (naming) => {
  const ref = given(naming, 'RoleName', 64);
  return {
    ref,
    attributes: {
      Arn: `arn:aws:iam::${account}:role/${ref}`,
      RoleId: `AROA${digest(ref, 16).toUpperCase()}`,
    },
  };
};

const pool: Maker = (naming) => {
  const ref = `${naming.region}_${digest(made(naming), 9)}`;
  const host = `cognito-idp.${naming.region}.amazonaws.com/${ref}`;
  return {
    ref,
    attributes: {
      Arn: arn('cognito-idp', naming, `userpool/${ref}`),
      UserPoolId: ref,
      ProviderName: host,
      ProviderURL: `https://${host}`,
    },
  };
};

const poolClient: Maker = (naming) => {
  const ref = digest(made(naming), 26);
  return { ref, attributes: { ClientId: ref, ClientSecret: digest(`${made(naming)}/secret`, 52) } };
};

const machine: Maker = (naming) => {
  const Name = given(naming, 'StateMachineName', 80);
  const ref = arn('states', naming, `stateMachine:${Name}`);
  return { ref, attributes: { Arn: ref, Name } };
};

const secret: Maker = (naming) => {
  const name = given(naming, 'Name', 255);
  const ref = arn('secretsmanager', naming, `secret:${name}-${digest(made(naming), 6)}`);
  return { ref, attributes: { Id: ref } };
};

const connector: Maker = (naming) => {
  const hash = createHash('sha256').update(made(naming)).digest('hex');
  const ref = `c-${hash.slice(0, 17)}`;
  return { ref, attributes: { Arn: arn('transfer', naming, `connector/${ref}`), ConnectorId: ref } };
};

const rule: Maker = (naming) => {
  const ref = given(naming, 'Name', 64);
  const bus = naming.property('EventBusName');
  const path = typeof bus === 'string' ? `${bus}/${ref}` : ref;
  return { ref, attributes: { Arn: arn('events', naming, `rule/${path}`) } };
};

const eventBus: Maker = (naming) => {
  const ref = given(naming, 'Name', 256);
  return { ref, attributes: { Arn: arn('events', naming, `event-bus/${ref}`), Name: ref } };
};

const httpApi: Maker = (naming) => {
  const ref = digest(made(naming), 10);
  return {
    ref,
    attributes: { ApiId: ref, ApiEndpoint: `https://${ref}.execute-api.${naming.region}.amazonaws.com` },
  };
};

const distribution: Maker = (naming) => {
  const ref = `E${digest(made(naming), 13).toUpperCase()}`;
  return { ref, attributes: { Id: ref, DomainName: `d${digest(made(naming), 13)}.cloudfront.net` } };
};

const edgeFunction: Maker = (naming) => {
  const ref = `arn:aws:cloudfront::${account}:function/${given(naming, 'Name', 64)}`;
  return { ref, attributes: { FunctionARN: ref } };
};

const logGroup: Maker = (naming) => {
  const ref = given(naming, 'LogGroupName', 512);
  return { ref, attributes: { Arn: arn('logs', naming, `log-group:${ref}:*`) } };
};

const topic: Maker = (naming) => {
  const TopicName = given(naming, 'TopicName', 256);
  const ref = arn('sns', naming, TopicName);
  return { ref, attributes: { TopicArn: ref, TopicName } };
};

const queue: Maker = (naming) => {
  const QueueName = given(naming, 'QueueName', 80);
  const ref = `https://sqs.${naming.region}.amazonaws.com/${account}/${QueueName}`;
  return { ref, attributes: { Arn: arn('sqs', naming, QueueName), QueueName, QueueUrl: ref } };
};

const anything: Maker = (naming) => {
  const ref = made(naming);
  return { ref, attributes: { Arn: arn('local', naming, ref), Id: ref } };
};

const makers: Readonly<Record<string, Maker>> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::S3::Bucket': bucket,
  'AWS::Lambda::Function': lambda,
  'AWS::IAM::Role': role,
  'AWS::Cognito::UserPool': pool,
  'AWS::Cognito::UserPoolClient': poolClient,
  'AWS::StepFunctions::StateMachine': machine,
  'AWS::SecretsManager::Secret': secret,
  'AWS::Transfer::Connector': connector,
  'AWS::Events::Rule': rule,
  'AWS::Events::EventBus': eventBus,
  'AWS::ApiGatewayV2::Api': httpApi,
  'AWS::CloudFront::Distribution': distribution,
  'AWS::CloudFront::Function': edgeFunction,
  'AWS::Logs::LogGroup': logGroup,
  'AWS::SNS::Topic': topic,
  'AWS::SQS::Queue': queue,
};

/**
 * Names of a resource in the local cloud. They are the same on every start, so stored data stays attached to
 * its resource.
 */
export const identify = (type: string, naming: Naming): Identity => (makers[type] ?? anything)(naming);
