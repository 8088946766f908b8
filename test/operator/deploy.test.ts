import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { deploy } from '../../scripts/operator/deploy.ts';
import { destroy } from '../../scripts/operator/destroy.ts';
import { servicesOf } from '../../scripts/operator/execution-policy.ts';
import type { AwsReplies } from '../support/aws-stand-in.ts';
import { good, withDoctor } from '../support/doctor.ts';

const { aws } = withDoctor();
let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'log').mockImplementation((text) => void said.push(String(text)));
});

/** An operator who gives these answers, and a CDK that only writes its outputs. */
function operator(...answers: readonly (string | undefined)[]) {
  const asked: string[] = [];
  const ran: string[] = [];
  return {
    asked,
    ran,
    tools: {
      check: async (stage: string) => void ran.push(`check ${stage}`),
      smoke: async (stage: string, user: string) => void ran.push(`smoke ${stage} ${user}`),
      ask: async (question: string) => {
        asked.push(question);
        return answers[asked.length - 1];
      },
      cdk: async (...args: readonly string[]) => {
        ran.push(`cdk ${args.filter((each) => !each.startsWith('-')).join(' ')}`);
        const file = args[args.indexOf('--outputs-file') + 1] ?? '';
        const outputs = { 'Matricula-dev-Web': { SiteUrl: 'https://d1.cloudfront.net' } };
        if (args[0] === 'deploy') writeFileSync(join(root, file), JSON.stringify(outputs));
      },
    },
  };
}

const account = (replies: AwsReplies = {}) => aws().reply({ ...good, ...replies });
const dev = { stage: 'dev', yes: false };

describe('npx matricula ops deploy', () => {
  it('checks, shows the changes, asks once, deploys, and says what is next', async () => {
    account();
    const { asked, ran, tools } = operator('y');
    await deploy(dev, tools);
    expect(asked).toEqual(['Deploy these changes, with the permissions above, to dev? (y/N) ']);
    expect(ran).toEqual([
      'check dev',
      'cdk diff ** dist/checked/dev template',
      'cdk deploy ** dist/checked/dev never 4 events dist/outputs-dev.json',
    ]);
    expect(said[0]).toContain('Northern Lakes University, dev, us-east-1 (');
    expect(said).toContain('Matricula-dev-Web.SiteUrl: https://d1.cloudfront.net');
    expect(said.at(-1)).toContain('npx matricula ops smoke --stage dev');
  });

  it('asks nothing with --yes, and runs the smoke test with --user', async () => {
    account();
    const { asked, ran, tools } = operator();
    await deploy({ ...dev, yes: true, user: 'smoke@lakes.edu' }, tools);
    expect(asked).toEqual([]);
    expect(ran.slice(2)).toEqual([expect.stringContaining('cdk deploy'), 'smoke dev smoke@lakes.edu']);
  });

  it('bootstraps regions that are not, after a question and with the policy for fewer permissions', async () => {
    account({ 'ssm:GetParameter': { error: 'ParameterNotFound' } });
    const { asked, ran, tools } = operator('yes', 'y');
    await deploy(dev, tools);
    expect(asked).toEqual(['Bootstrap us-east-1? (y/N) ', expect.stringContaining('Deploy these changes')]);
    expect(ran.slice(0, 2)).toEqual(['check dev', 'cdk bootstrap dist/checked/dev']);
    expect(said.join('\n')).toContain('make an IAM policy of dist/execution-policy-dev.json');
  });

  it.each<readonly [string, AwsReplies, readonly (string | undefined)[], string, number]>([
    ['the operator says no', {}, ['n'], 'Nothing was changed.', 2],
    ['there is no terminal', {}, [undefined], '--yes is required without a terminal.', 2],
    [
      'the account is not ready',
      { 'sts:GetCallerIdentity': { error: 'ExpiredToken', status: 403 } },
      ['y'],
      'Nothing was deployed: one check of the account failed. Do what is said above, then repeat this command.',
      0,
    ],
  ])('deploys nothing if %s', async (_name, replies, answers, message, steps) => {
    account(replies);
    const { ran, tools } = operator(...answers);
    await expect(deploy(dev, tools)).rejects.toThrow(message);
    expect(ran).toHaveLength(steps);
  });

  it('refuses a production deployment of the sample before anything else', async () => {
    const { ran, tools } = operator('y');
    await expect(deploy({ ...dev, stage: 'prod' }, tools)).rejects.toThrow('the university is the sample');
    expect(ran).toEqual([]);
  });

  it('names services as IAM does in the policy for fewer permissions', () => {
    const types = ['AWS::Cognito::UserPool', 'AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 'Custom::AWSCDK'];
    expect(servicesOf(types)).toEqual(['cognito-idp', 's3']);
  });
});

describe('npx matricula ops destroy', () => {
  it('says what an expired log-in means', async () => {
    account({ 'cloudformation:DescribeStacks': { error: 'ExpiredToken', status: 403 } });
    const { ran, tools } = operator('dev');
    await expect(destroy({ stage: 'dev' }, tools)).rejects.toThrow('aws sso login');
    expect(ran).toEqual([]);
  });

  const stacks = (...names: readonly string[]): AwsReplies => ({
    'cloudformation:DescribeStacks': {
      body: {
        Stacks: names.map((name) => ({
          StackName: `Matricula-dev-${name}`,
          CreationTime: '2026-11-01T00:00:00Z',
          StackStatus: 'CREATE_COMPLETE',
          EnableTerminationProtection: name === 'Data',
        })),
      },
    },
    'cloudformation:UpdateTerminationProtection': { body: { StackId: 'arn' } },
  });

  it('says what is lost, and removes all stacks after their stage was typed', async () => {
    account(stacks('Data', 'Web'));
    aws().asked.length = 0;
    const { asked, ran, tools } = operator('dev');
    await destroy({ stage: 'dev' }, tools);
    expect(asked).toEqual(['Type the name of the stage to remove it: ']);
    expect(said[0]).toContain('dev in us-east-1 has 2 stacks.\nEverything is deleted: applications,');
    expect(aws().asked).toEqual([
      'cloudformation:DescribeStacks',
      'cloudformation:UpdateTerminationProtection',
    ]);
    expect(ran).toEqual(['check dev', 'cdk destroy ** dist/checked/dev']);
  });

  it.each<readonly [string, string | undefined, readonly string[], string]>([
    ['another name is typed', 'prod', ['Data'], 'Nothing was removed.'],
    ['there is no terminal', undefined, ['Data'], 'A terminal is required'],
    ['there are no stacks', 'dev', [], 'dev has no stacks in us-east-1: there is nothing to remove.'],
  ])('removes nothing if %s', async (_name, answer, names, message) => {
    account(stacks(...names));
    const { ran, tools } = operator(answer);
    await expect(destroy({ stage: 'dev' }, tools)).rejects.toThrow(message);
    expect(ran).toEqual([]);
  });
});
