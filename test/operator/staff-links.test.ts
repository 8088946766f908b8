import { beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, goodPassword } from '../support/applicant.ts';
import { operatorSecretKey, withAwsStandIn } from '../support/aws-stand-in.ts';
import { withCloud } from '../support/cloud.ts';
import { functionName } from '../support/operator.ts';
import { signedUp } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';

const cloud = withCloud({ isEmpty: true });
/** Runs a command in this process, against the cloud of this test unless the arguments name another. */
const run = async (command: string, ...args: string[]) => {
  const { code, said } = await runHere(cloud(), ...command.split(' '), ...args);
  return { code, said };
};

const addressesIn = (said: string) => said.match(/http:\/\/\S+/g) ?? [];
const get = (address: string) => {
  const { pathname, search } = new URL(address);
  return new ApiClient(cloud()).call('GET', pathname + search);
};

let user = '';
beforeAll(async () => {
  const client = await signedUp(cloud());
  await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
  user = await functionName(client);
});

const why = ['--purpose', 'decision committee'];

describe('npx matricula staff link', () => {
  it('prints the URLs of the view and of the PDF and the token, and revokes it', async () => {
    const { code, said } = await run('staff link', '--user', user.toUpperCase(), ...why, '--ttl', '90s');
    expect(code).toBe(0);
    const [view = '', pdf = ''] = addressesIn(said);
    const token = /^Token: (\S+)$/m.exec(said)?.[1] ?? '';
    expect(view).toBe(`${cloud().url}/about?service_token=${token}`);
    expect((await get(pdf)).status).toBe(202);
    const data = `${cloud().url}/service/tmp-pdf?service_token=${token}`;
    expect((await get(data)).body.answer).toEqual({ first_name: 'Ada' });
    // The printed command ends this link as it stands, in the same place.
    const [, command = '', jti = ''] = /npx matricula staff revoke-link ((\S+) --.+)$/m.exec(said) ?? [];
    expect(command).toBe(`${jti} --data ${cloud().data} --port ${cloud().port}`);
    expect(await run('staff revoke-link', ...command.split(' '))).toEqual({
      code: 0,
      said: `Revoked: ${jti}\n`,
    });
    expect((await get(data)).status).toBe(403);
  });

  it('prints for which staff the links are, and readers see fewer answers', async () => {
    const another = await signedUp(cloud());
    await another.call('PUT', '/api/answer', { answer: { first_name: 'Ada', birth_date: '2009-03-14' } });
    const address = await functionName(another);
    const answersOf = async (said: string) => {
      const token = /^Token: (\S+)$/m.exec(said)?.[1] ?? '';
      return (await get(`${cloud().url}/service/tmp-pdf?service_token=${token}`)).body.answer;
    };
    const office = await run('staff link', '--user', address, ...why, '--audience', 'office');
    expect(office.said).toMatch(/^For: {3}office$/m);
    expect(await answersOf(office.said)).toEqual({ first_name: 'Ada', birth_date: '2009-03-14' });
    const reader = await run('staff link', '--user', address, ...why);
    expect(reader.said).toMatch(/^For: {3}reader \(without the questions that readers do not see\)$/m);
    expect(await answersOf(reader.said)).toEqual({ first_name: 'Ada' });
  });

  it.each([
    [['--user', 'nobody@example.org', ...why], 'No applicant has this email address.'],
    [['--user', 'a@b.org'], '--purpose is required: the reason to read the application'],
    [['--user', 'a@b.org', '--purpose', ' '], '--purpose  : a text is expected.'],
    [['--user', 'a@b.org', '--purpose', 'x'.repeat(201)], 'purpose: at most 200 characters.'],
    [
      ['--user', 'a@b.org', ...why, '--ttl', '61m'],
      '--ttl 61m: a time such as 90s or 15m is expected, at most 60m.',
    ],
    [why, '--user is required: the applicant'],
    [
      ['--user', 'a@b.org', ...why, '--stage', 'nowhere'],
      'No deployment is called "nowhere". Known: dev, prod',
    ],
    [
      ['--user', 'a@b.org', ...why, '--data', '/nowhere'],
      'There is no local cloud in /nowhere: start it with npm start',
    ],
  ])('with %j prints what is wrong', async (args, words) => {
    const { code, said } = await run('staff link', ...args);
    expect(said).toContain(words);
    expect(code).toBe(1);
  });

  it('of an unknown ID cannot be revoked', async () => {
    const { code, said } = await run('staff revoke-link', 'nothing');
    expect({ code, said }).toEqual({
      code: 1,
      said: 'There is no staff link with this ID. Check the ID that was printed with the link.\n',
    });
  });

  describe('of a deployment', () => {
    const { aws } = withAwsStandIn();

    it('sends a call that the function can have AWS confirm', async () => {
      const web = {
        StackName: 'Matricula-dev-Web',
        CreationTime: '2026-11-01T00:00:00Z',
        StackStatus: 'CREATE_COMPLETE',
        Outputs: [{ OutputKey: 'SiteUrl', OutputValue: 'https://d1.cloudfront.net' }],
      };
      aws().reply({
        'cloudformation:DescribeStacks': { body: { Stacks: [web] } },
        'lambda:InvokeFunction': {
          body: {
            refused: 'There is no staff link with this ID. Check the ID that was printed with the link.',
          },
        },
      });
      const { said } = await run('staff revoke-link', 'one', '--stage', 'dev');
      expect(said).toBe(
        'There is no staff link with this ID. Check the ID that was printed with the link.\n',
      );
      const { proof, command } = JSON.parse(aws().bodies.get('lambda:InvokeFunction') ?? '{}');
      expect(command).toEqual({ command: 'revoke-token', jti: 'one' });
      expect(proof).toMatchObject({ authorization: expect.stringContaining('x-matricula-command') });
      expect(proof['x-matricula-command']).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(proof)).not.toContain(operatorSecretKey);
      expect(aws().asked).not.toContain('sts:GetCallerIdentity');
    });
  });

  it('reports that no local cloud is running', async () => {
    const { code, said } = await run(
      'staff link',
      ...['--user', user, ...why, '--data', cloud().data, '--port', '9'],
    );
    expect({ code, said }).toEqual({
      code: 1,
      said: 'Nothing answers at http://127.0.0.1:9. Start it with npm start, or name its port with --port.\n',
    });
  });
});

describe('npx matricula privacy audit-log', () => {
  it('prints who read an application and why, and what happened to the account', async () => {
    const client = await signedUp(cloud());
    const username = await functionName(client);
    await client.call('POST', '/public/login', { username, password: 'not this one' });
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada', city: 'Marquette' } });
    const { said: links } = await run('staff link', '--user', username, ...why);
    const token = /^Token: (\S+)$/m.exec(links)?.[1] ?? '';
    await get(`${cloud().url}/service/tmp-pdf?service_token=${token}`);
    const { code, said } = await run('privacy audit-log', '--user', username.toUpperCase());
    expect(code).toBe(0);
    const lines = said.trim().split('\n');
    const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}/;
    const texts = lines.map((line) => line.replace(at, '').replaceAll(/ +/g, ' '));
    const operator = /by arn:aws:iam::\d{12}:user\/\S+; /;
    expect(texts).toEqual([
      expect.stringMatching(/^confirm from [\w-]{16}; request \S+$/),
      expect.stringMatching(/^log-in from /),
      expect.stringMatching(/^log-in-refused from /),
      expect.stringMatching(/^save first_name, city; from /),
      expect.stringMatching(
        new RegExp(`^service-token \\S+; ${operator.source}purpose: decision committee; `),
      ),
      expect.stringMatching(
        /^service-read \S+; link issued by arn:\S+; purpose: decision committee; GET \/service\/tmp-pdf; from /,
      ),
      expect.stringMatching(new RegExp(`^audit-log-read ${operator.source}`)),
    ]);
  });
});

describe('npx matricula privacy end-sessions', () => {
  it('ends all sessions of one applicant immediately, and no others', async () => {
    const [leaving, staying] = await Promise.all([signedUp(cloud()), signedUp(cloud())]);
    const username = await functionName(leaving);
    const elsewhere = new ApiClient(cloud());
    await elsewhere.call('POST', '/public/login', { username, password: goodPassword });
    const { code, said } = await run('privacy end-sessions', '--user', username.toUpperCase());
    expect({ code, said }).toEqual({ code: 0, said: `Ended 2 sessions of ${username}.\n` });
    const statuses = [leaving, elsewhere, staying].map(
      async (each) => (await each.call('GET', '/api/profile')).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expect((await run('privacy end-sessions', '--user', username)).said).toBe(
      `Ended 0 sessions of ${username}.\n`,
    );
  });

  it('ends all console sessions of a person of the staff', async () => {
    expect(await run('privacy end-sessions', '--staff', 'dana')).toEqual({
      code: 0,
      said: 'Ended all sessions of dana in the console.\n',
    });
    expect((await run('privacy audit-log', '--operators')).said).toContain('staff-sessions-ended');
  });

  it.each([
    [['--user', 'nobody@example.org'], 'No applicant has this email address.'],
    [[], 'Give either --user or --staff.'],
  ])('with %j prints what is wrong', async (args, words) => {
    const { code, said } = await run('privacy end-sessions', ...args);
    expect(said).toContain(words);
    expect(code).toBe(1);
  });
});
