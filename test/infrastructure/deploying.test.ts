import { beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, deploymentNamed, deploymentNames } from '../../lib/config/index.ts';
import { ensureBuilt, withBuildLock } from '../../scripts/build/index.ts';
import { applies, policyDocument, principalMatches } from '../../scripts/local-cloud/iam/statement.ts';
import { cloud, cloudOf, type Resource } from './cloud.ts';
import { nameOf } from './permissions.ts';

/** Every resource of every deployment, by the name of the deployment. */
let deployments: Readonly<Record<string, readonly Resource[]>>;

beforeAll(async () => {
  await withBuildLock(ensureBuilt);
  deployments = Object.fromEntries(deploymentNames.map((name) => [name, cloudOf(deploymentNamed(name))]));
});

/**
 * The resources of one type in one deployment. Fails if there is none, because every rule is true for an
 * empty list.
 */
function resourcesOf(type: string, name = 'prod'): readonly Resource[] {
  const found = deployments[name]?.filter((each) => each.type === type) ?? [];
  expect(found.length, `resources of type ${type}`).toBeGreaterThan(0);
  return found;
}

/** A value of a template in which every reference is replaced by the resource's name in our code. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  const [[key = ''] = []] = Object.entries(value);
  if (key === 'Ref' || key.startsWith('Fn::')) return nameOf(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

/** Every object inside a value, including the value itself. */
function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

describe.each(deploymentNames)('a deployment of %s', (name) => {
  test('allows each alarm to publish to the topic that it names', () => {
    const policies = resourcesOf('AWS::SNS::TopicPolicy', name).map(({ properties }) => ({
      topics: properties.Topics.map(nameOf),
      statements: policyDocument.parse(plain(properties.PolicyDocument)).Statement,
    }));
    const call = { 'aws:SourceAccount': 'AWS::AccountId', 'aws:SecureTransport': 'true' };
    const effects = (topic: string, context: Readonly<Record<string, string>>) =>
      policies
        .filter(({ topics }) => topics.includes(topic))
        .flatMap(({ statements }) => statements)
        .filter((each) => principalMatches(each, 'Service', 'cloudwatch.amazonaws.com'))
        .filter((each) => applies(each, 'sns:Publish', topic, context))
        .map(({ Effect }) => Effect);
    const told = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm']
      .flatMap((type) => resourcesOf(type, name))
      .filter(({ properties }) => properties.AlarmActions);
    expect(told.length).toBeGreaterThan(10);
    for (const { path, properties } of told) {
      for (const topic of [...properties.AlarmActions, ...(properties.OKActions ?? [])].map(nameOf)) {
        expect(new Set(effects(topic, call)), path).toEqual(new Set(['Allow']));
        expect(effects(topic, { ...call, 'aws:SourceAccount': 'somebody else' }), path).toEqual([]);
      }
    }
  });

  test('leaves nothing behind when its first creation fails and is rolled back', () => {
    const left = deployments[name]?.filter(({ deletionPolicy }) => deletionPolicy === 'Retain');
    expect(left?.map(({ path }) => path)).toEqual([]);
  });
});

test('deployment: CloudFront sends the version of the origin secret that the setting names', () => {
  const sent = (changes: Partial<Deployment>) => {
    const distribution = cloud(changes).find(({ type }) => type === 'AWS::CloudFront::Distribution');
    const origins: readonly { OriginCustomHeaders?: { HeaderValue: unknown }[] }[] =
      distribution?.properties.DistributionConfig.Origins;
    return nameOf(origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders)[0]?.HeaderValue);
  };
  expect(sent({})).toBe('{{resolve:secretsmanager:OriginSecret:SecretString:::}}');
  const version = 'a1b2c3d4-5678-90ab-cdef-EXAMPLE11111';
  expect(sent({ originSecretVersion: version })).toBe(
    `{{resolve:secretsmanager:OriginSecret:SecretString:::${version}}}`,
  );
});

describe('the environment of a function', () => {
  const ours = () => resourcesOf('AWS::Lambda::Function').filter(({ path }) => !path.includes('Custom::'));
  const variablesOf = ({ properties }: Resource) =>
    Object.entries<unknown>(properties.Environment?.Variables ?? {});

  test('never shortens the step at which account calls respond', () => {
    const names = ours().flatMap((found) => variablesOf(found).map(([name]) => name));
    expect(names).toContain('TABLE_NAME');
    expect(names).not.toContain('RESPONSE_STEP_MS');
    expect(names).not.toContain('SETTINGS_FRESH_MS');
  });

  test('that answers calls names only resources that its role may use', () => {
    const policies = resourcesOf('AWS::IAM::Policy');
    const answering = ours().filter(({ path }) => path.startsWith('Api/'));
    const strangers = answering.flatMap((each) => {
      const owner = each.path.replace(/\/Function\/Resource$/, '');
      const policy = policies.find(({ path }) => path === `${owner}/Role/DefaultPolicy/Resource`);
      const allowed = JSON.stringify(plain(policy?.properties.PolicyDocument));
      return variablesOf(each)
        .filter(([, value]) => typeof value === 'object')
        .map(([name, value]) => [name, nameOf(value).replace(/^ApplicantsPoolFunctions$/, 'ApplicantsPool')])
        .filter(([, resource = '']) => !['"', '/'].some((before) => allowed.includes(before + resource)))
        .map(([name]) => `${owner}: ${name}`);
    });
    expect(strangers).toEqual([]);
  });
});

describe('the tables', () => {
  /** The functions that may apply an action to items of these partitions. */
  const functionsIn =
    (table: string) =>
    (action: string, ...partitions: string[]) =>
      resourcesOf('AWS::IAM::Policy')
        .filter(({ path }) => !/Machine|Custom::|RestoreTest/.test(path))
        .filter(({ properties }) => {
          const effects = policyDocument
            .parse(plain(properties.PolicyDocument))
            .Statement.filter((each) => applies(each, action, table, { 'dynamodb:LeadingKeys': partitions }))
            .map(({ Effect }) => Effect);
          return effects.length > 0 && effects.every((each) => each === 'Allow');
        })
        .map(({ path }) => path.replace(/\/Role\/.*$/, ''));
  const functionsThatMay = functionsIn('Applications');
  const inAuditLog = functionsIn('AuditLog');

  test('keep the audit log: functions add entries and can change or delete none', () => {
    expect(inAuditLog('dynamodb:PutItem', '1')).toEqual([
      'Conversion/Inspect',
      'Conversion/Record',
      'Api/Contracts/account',
      'Api/Contracts/applicant',
      'Api/Contracts/public',
      'Api/Contracts/service',
      'Api/Contracts/staffSession',
      'Api/Contracts/staff',
      'Api/Contracts/staffOffice',
      'Api/OperatorLink',
      'Api/OperatorRead',
      'Api/OperatorChange',
      'Api/OperatorExport',
      'Api/OperatorReport',
      'Retention/Retention',
    ]);
    for (const action of ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLInsert', 'PartiQLUpdate'])
      expect(inAuditLog(`dynamodb:${action}`, '1')).toEqual([]);
  });

  test('let only functions that need it write several kinds of items in one transaction', () => {
    const writers = ['Api/Contracts/applicant'];
    const retention = 'Retention/Retention';
    expect(functionsThatMay('dynamodb:DeleteItem', 'APP#1')).toEqual([...writers, retention]);
    expect(functionsThatMay('dynamodb:DeleteItem', 'APP#1', 'ERASURE#1')).toEqual([retention]);
    expect(functionsThatMay('dynamodb:UpdateItem', 'APP#1', 'ROW#1')).toEqual([
      'Conversion/Record',
      ...writers,
      'Api/Contracts/staff',
      'Api/OperatorChange',
    ]);
    expect(functionsThatMay('dynamodb:PutItem', 'SESSION#1', 'SESSIONS#1', 'APP#1')).toEqual([
      'Api/Contracts/account',
    ]);
  });

  test('are read only as far as each function needs: no function reads all of one, and only staff and operators read the audit log', () => {
    const readersOf =
      (functions: typeof functionsThatMay) =>
      (...partitions: string[]) => [
        ...new Set(
          ['dynamodb:GetItem', 'dynamodb:Query'].flatMap((action) => functions(action, ...partitions)),
        ),
      ];
    const readers = readersOf(functionsThatMay);
    const readersOfLog = readersOf(inAuditLog);
    for (const action of ['dynamodb:Scan', 'dynamodb:BatchGetItem', 'dynamodb:PartiQLSelect']) {
      expect(functionsThatMay(action, 'APP#1')).toEqual([]);
      expect(inAuditLog(action, '1')).toEqual([]);
    }
    const operators = ['Api/OperatorRead', 'Api/OperatorReport', 'Retention/Retention'];
    expect(readersOfLog('1')).toEqual(['Api/Contracts/staff', ...operators]);
    expect(readersOfLog('operators')).toEqual(['Api/Contracts/staffOffice', ...operators]);
    expect(readersOfLog('@1')).toEqual(operators);
    expect(readers('SETTINGS#VERSIONS')).toEqual(['Api/Contracts/staffOffice']);
    expect(readers('STAFF#1').every((path) => path.startsWith('Api/Contracts/staff'))).toBe(true);
    expect(readers('STAFFTOKENS#1')).toEqual(['Api/Contracts/staffSession']);
    expect(readers('SERVICE#1')).toEqual([
      ...['Api/Contracts/service', 'Api/OperatorReport', 'Retention/Retention'],
    ]);
    expect(readers('TMP#1')).toEqual([]);
    expect(readers('SESSION#1').toSorted()).toEqual([
      ...['account', 'applicant'].map((group) => `Api/Contracts/${group}`),
      ...['Api/OperatorChange', 'Api/OperatorReport', 'Retention/Retention'],
    ]);
    expect(readers('APP#1')).not.toContain('Api/Contracts/account');
  });

  test('let staff write nothing of an application: only which PDF of it is drawn', () => {
    for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']) {
      const writers = functionsThatMay(action, 'APP#1');
      for (const name of ['Api/Contracts/service', 'ApplicationPdf/Make'])
        expect(writers).not.toContain(name);
    }
    expect(functionsThatMay('dynamodb:PutItem', 'PDF#1')).toContain('Api/Contracts/service');
  });

  test('let no function that applicants or staff call write service tokens, or sessions of others', () => {
    for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem'])
      expect(functionsThatMay(action, 'SERVICE#1')).toEqual(['Api/OperatorLink']);
    expect(functionsThatMay('dynamodb:DeleteItem', 'SERVICE#1')).toEqual(['Retention/Retention']);
    expect(functionsThatMay('dynamodb:PutItem', 'SESSION#1')).toEqual(['Api/Contracts/account']);
    expect(functionsThatMay('dynamodb:DeleteItem', 'SESSION#1')).toEqual([
      'Api/Contracts/account',
      'Api/OperatorChange',
      'Retention/Retention',
    ]);
  });

  test('let an operator who may read, report or issue links change no application, and one who may change read no audit log', () => {
    for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'])
      expect(
        functionsThatMay(action, 'APP#1').filter((name) => /Operator(Link|Read|Report)/.test(name)),
      ).toEqual([]);
    for (const action of ['dynamodb:GetItem', 'dynamodb:Query'])
      expect(functionsThatMay(action, 'APP#1')).not.toContain('Api/OperatorLink');
    expect(inAuditLog('dynamodb:Query', '1')).not.toContain('Api/OperatorChange');
    expect(functionsThatMay('dynamodb:PutItem', 'SERVICE#1')).not.toContain('Api/OperatorExport');
  });

  test('let only one function, which no applicant calls, delete all data of an applicant', () => {
    for (const partition of ['REPORTS#1', 'EPOCH#1', 'ADDRESS#1'])
      expect(functionsThatMay('dynamodb:DeleteItem', partition)).toContain('Retention/Retention');
    expect(functionsThatMay('dynamodb:DeleteItem', 'REPORTS#1')).toEqual(['Retention/Retention']);
    expect(functionsThatMay('dynamodb:DeleteItem', 'ERASURE#1')).toEqual(['Retention/Retention']);
  });
});

test('deployment: creates what is protected against deletion last, so that a rollback rarely meets it', () => {
  const data = deployments.prod?.filter(({ stack }) => stack === 'Data') ?? [];
  const comesAfter = (id: string, other: string): boolean =>
    data
      .find((each) => each.id === id)
      ?.after.some((before) => before === other || comesAfter(before, other)) ?? false;
  const isProtected = ({ properties }: Resource) =>
    objectsIn(properties).some(
      (each) =>
        ('DeletionProtectionEnabled' in each && each.DeletionProtectionEnabled === true) ||
        ('DeletionProtection' in each && each.DeletionProtection === 'ACTIVE'),
    );
  const guarded = data.filter(isProtected);
  expect(guarded.map(({ type }) => type).toSorted()).toEqual([
    'AWS::Cognito::UserPool',
    ...['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::GlobalTable'],
  ]);
  for (const one of guarded) {
    const unordered = data.filter(
      ({ id }) => id !== one.id && !comesAfter(one.id, id) && !comesAfter(id, one.id),
    );
    expect(unordered.map(({ path }) => path)).toEqual([]);
  }
  const [table, pool] = ['GlobalTable', 'UserPool'].map(
    (type) => guarded.find((each) => each.type.endsWith(`::${type}`))?.id ?? '',
  );
  // Of the two, creating the user pool fails more often: its mail identity may not be verified.
  expect(comesAfter(table ?? '', pool ?? '')).toBe(true);
});

test('deployment: CloudFront caches no error for everybody and replaces none by a page', () => {
  const [{ properties } = { properties: undefined }] = resourcesOf('AWS::CloudFront::Distribution');
  // The errors that CloudFront caches for ten seconds by default. It caches a 400, 403 or 405 only if the
  // origin sends max-age, which our origin never sends with an error. It never caches a 416.
  expect(properties.DistributionConfig.CustomErrorResponses).toEqual(
    [404, 414, 500, 501, 502, 503, 504].map((code) => ({ ErrorCode: code, ErrorCachingMinTTL: 0 })),
  );
});
