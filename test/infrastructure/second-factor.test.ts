import { App, Aws, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, test } from 'vitest';
import { deploymentNamed } from '../../lib/config/index.ts';
import { ApplicantPool } from '../../lib/constructs/applicant-pool.ts';
import { MailEvents } from '../../lib/constructs/mail-events.ts';
import { northernLakes } from '../../shared/partners/northern-lakes.ts';
import { offersSecondFactor } from '../../shared/partners/second-factor.ts';

const settings = deploymentNamed('prod');

/** The user pool and its client, for a partner that offers a second factor or does not. */
function poolFor(isOffered: boolean) {
  const stack = new Stack(new App(), 'Stack');
  const arn = `arn:aws:lambda:${settings.region}:${Aws.ACCOUNT_ID}:function:mail`;
  new ApplicantPool(stack, 'Pool', {
    deployment: settings,
    removalPolicy: RemovalPolicy.RETAIN,
    offersSecondFactor: isOffered,
    mailWriter: LambdaFunction.fromFunctionArn(stack, 'Mail', arn),
    mailEvents: new MailEvents(stack, 'MailEvents'),
  });
  const template = Template.fromStack(stack);
  const only = (type: string) => Object.values(template.findResources(type))[0]?.Properties;
  return { pool: only('AWS::Cognito::UserPool'), client: only('AWS::Cognito::UserPoolClient'), template };
}

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-userpool.html
describe('the user pool of a partner', () => {
  test('that offers a second factor takes codes of apps, and five minutes for one, and sends no text messages', () => {
    const { pool, client, template } = poolFor(true);
    expect(pool).toMatchObject({ MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
    expect(pool).not.toHaveProperty('SmsConfiguration');
    expect(pool.UserPoolTier).toBe('LITE');
    expect(client).toMatchObject({ AuthSessionValidity: 5, AccessTokenValidity: 15, IdTokenValidity: 5 });
    template.resourceCountIs('AWS::IAM::Role', 0);
  });

  test('that offers none takes passwords alone', () => {
    const { pool, client } = poolFor(false);
    expect(pool.MfaConfiguration).toBe('OFF');
    expect(pool).not.toHaveProperty('EnabledMfas');
    expect(client).not.toHaveProperty('AuthSessionValidity');
    expect(client.AccessTokenValidity).toBe(5);
  });
});

test('a partner that does not mention the second factor offers none', () => {
  const { secondFactor: _, ...silent } = northernLakes;
  expect([
    offersSecondFactor(silent),
    offersSecondFactor({ ...silent, secondFactor: 'off' }),
    offersSecondFactor({ ...silent, secondFactor: 'optional' }),
  ]).toEqual([false, false, true]);
});
