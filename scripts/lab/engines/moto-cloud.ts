import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  CognitoIdentityProviderClient,
  CreateUserPoolClientCommand,
  type CreateUserPoolClientCommandInput,
  CreateUserPoolCommand,
  type CreateUserPoolCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  CreateStateMachineCommand,
  type CreateStateMachineCommandInput,
  SFNClient,
} from '@aws-sdk/client-sfn';
import { Assembly } from '../../local-cloud/assembly/assembly.ts';
import { isObject } from './schemas.ts';

export type Handler = (event: object) => Promise<unknown>;

/** The account of every ARN in a local assembly. */
const account = { MOTO_ACCOUNT_ID: '000000000000' };

async function startServer(program: string) {
  const moto = spawn(program, ['-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...account },
  });
  const ended = once(moto, 'exit');
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: moto.stderr }).on('line', (line) => {
      const found = /Running on (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const failed = ended.then(([code]) => {
    throw new Error(`moto_server ended with ${code} before it listened.`);
  });
  const url = await Promise.race([listening, failed]);
  const close = async () => {
    moto.kill();
    await ended;
  };
  return { url, close };
}

/**
 * The properties of a resource in a template, as the input of the call that creates it: most names are the
 * same.
 */
const inputOf = <Input>(properties: unknown, names: readonly string[], more: Partial<Input>): Input =>
  Object.assign(
    Object.fromEntries(
      Object.entries(isObject(properties) ? properties : {}).filter(([name]) => names.includes(name)),
    ),
    more,
  ) as Input;

/** Creates the resources that the functions call. Returns the settings whose values moto chooses. */
async function createResources(
  assembly: Assembly,
  originSecret: string,
): Promise<Readonly<Record<string, string>>> {
  const find = (path: string) =>
    assembly.resources.find((each) => each.path.endsWith(`/${path}/Resource`)) ?? missing(path);
  const [table, machine] = [find('Data/Applications'), find('Conversion/Machine')];
  const keys = ['KeySchema', 'AttributeDefinitions', 'BillingMode'];
  const newTable = inputOf<CreateTableCommandInput>(table.properties, keys, { TableName: table.ref });
  await new DynamoDBClient().send(new CreateTableCommand(newTable));
  const s3 = new S3Client();
  for (const name of ['Uploads', 'Documents'])
    await s3.send(new CreateBucketCommand({ Bucket: find(`Data/${name}`).ref }));
  const definition = isObject(machine.properties) ? String(machine.properties.DefinitionString) : '';
  const newMachine = { name: machine.ref.split(':').at(-1), definition };
  await new SFNClient().send(
    new CreateStateMachineCommand(
      inputOf<CreateStateMachineCommandInput>({}, [], {
        ...newMachine,
        roleArn: `arn:aws:iam::${account.MOTO_ACCOUNT_ID}:role/machine`,
      }),
    ),
  );
  const secrets = new SecretsManagerClient();
  const secret = async (Name: string, SecretString: string) =>
    (await secrets.send(new CreateSecretCommand({ Name, SecretString }))).ARN ?? '';
  return {
    ...(await createPool(
      find('Data/Applicants/Pool').properties,
      find('Data/Applicants/Pool/Functions').properties,
    )),
    ORIGIN_SECRET_ARN: await secret('origin', originSecret),
    PEPPER_SECRET_ARN: await secret('pepper', 'p'.repeat(32)),
  };
}

const missing = (path: string): never => {
  throw new Error(`The assembly has no resource ${path}.`);
};

async function createPool(pool: unknown, client: unknown) {
  const cognito = new CognitoIdentityProviderClient();
  const kept = [
    'Schema',
    'Policies',
    'UsernameAttributes',
    'UsernameConfiguration',
    'AutoVerifiedAttributes',
  ];
  const newPool = inputOf<CreateUserPoolCommandInput>(pool, kept, { PoolName: 'applicants' });
  const { UserPool } = await cognito.send(new CreateUserPoolCommand(newPool));
  const newClient = inputOf<CreateUserPoolClientCommandInput>(
    client,
    ['GenerateSecret', 'ExplicitAuthFlows'],
    {
      UserPoolId: UserPool?.Id,
      ClientName: 'functions',
    },
  );
  const { UserPoolClient } = await cognito.send(new CreateUserPoolClientCommand(newClient));
  return { USER_POOL_ID: UserPool?.Id ?? '', USER_POOL_CLIENT_ID: UserPoolClient?.ClientId ?? '' };
}

/**
 * Starts moto with the resources of an assembly. Only AWS_ENDPOINT_URL tells the functions that it is not
 * AWS.
 */
export async function startMotoCloud(program: string, folder: string) {
  const assembly = new Assembly(folder);
  const { url, close } = await startServer(program);
  const originSecret = 'o'.repeat(32);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const settings = await createResources(assembly, originSecret).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  /** The handler of a bundle as it is deployed, by the construct path of its function. */
  const load = async (path: string): Promise<Handler> => {
    const found =
      assembly.resources.find((each) => each.path.endsWith(`/${path}/Function/Resource`)) ?? missing(path);
    const { Environment, Code } = inputOf<{ Environment?: { Variables: object }; Code: { S3Key: string } }>(
      found.properties,
      ['Environment', 'Code'],
      {},
    );
    Object.assign(process.env, Environment?.Variables, settings);
    const { handler } = await import(`${assembly.asset(Code.S3Key)}/index.mjs`);
    return handler;
  };
  return { originSecret, load, close };
}
