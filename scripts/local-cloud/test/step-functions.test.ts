import { describe, expect, it } from 'vitest';
import { checkDefinition, readDefinition } from '../step-functions/definition.ts';
import { matchesPattern } from '../step-functions/rules.ts';
import { executionEnded, startExecution, withFixture } from './fixture.ts';

const fixture = withFixture();

const start = (input: object, name?: string) => startExecution(fixture(), input, name);
const ended = (executionArn: string | undefined) => executionEnded(fixture(), executionArn);

describe('Step Functions', () => {
  it('runs the definition of the template and keeps its output', async () => {
    const { executionArn } = await start({ action: 'echo', n: 1 });
    const { status, output } = await ended(executionArn);
    expect([status, JSON.parse(output ?? '')]).toEqual(['SUCCEEDED', { action: 'echo', n: 1 }]);
  });

  it('catches an error by the name that the function gave it', async () => {
    const { executionArn } = await start({ action: 'fail' });
    expect(JSON.parse((await ended(executionArn)).output ?? '')).toEqual({ caught: 'OnPurpose' });
  });

  it('starts an execution name once: the same input returns the running execution, any other is rejected', async () => {
    const input = { action: 'echo', wait: true };
    const first = await start(input, 'once');
    expect((await start(input, 'once')).executionArn).toBe(first.executionArn);
    await expect(start({ action: 'count' }, 'once')).rejects.toMatchObject({
      name: 'ExecutionAlreadyExists',
    });
    await ended(first.executionArn);
    await expect(start(input, 'once')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  });

  it.each([
    ['JSONata', { StartAt: 'A', QueryLanguage: 'JSONata', States: { A: { Type: 'Succeed' } } }],
    ['Assign', { StartAt: 'A', States: { A: { Type: 'Pass', Assign: { x: 1 } } } }],
    [
      'waitForTaskToken',
      {
        StartAt: 'A',
        States: { A: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken' } },
      },
    ],
    [
      '.sync',
      {
        StartAt: 'A',
        States: { A: { Type: 'Task', Resource: 'arn:aws:states:::states:startExecution.sync' } },
      },
    ],
  ])('rejects %s, which it would run incorrectly', (_, definition) => {
    expect(() => checkDefinition('App/Machine', definition)).toThrow(/^App\/Machine/);
  });

  it('rejects a machine that is not valid, each time', () => {
    const states = { A: { Type: 'Succeed' } };
    const valid = JSON.stringify({ StartAt: 'A', States: states });
    const invalid = JSON.stringify({ StartAt: 'B', States: states });
    for (const _ of ['first', 'again']) {
      expect(readDefinition('App/Machine', valid).States).toEqual(states);
      expect(() => readDefinition('App/Machine', invalid)).toThrow('App/Machine is no valid state machine');
    }
  });
});

describe('an event pattern', () => {
  it.each([
    [{ a: ['x'] }, { a: 'x' }, true],
    [{ a: ['x'] }, { a: 'y' }, false],
    [{ a: [{ prefix: 'up/' }] }, { a: 'up/1' }, true],
    [{ a: [{ suffix: '.pdf' }] }, { a: '1.png' }, false],
    [{ a: [{ exists: false }] }, {}, true],
    [{ a: [{ 'anything-but': ['x'] }] }, { a: 'x' }, false],
    [{ a: { b: ['x'] } }, { a: { b: 'x', c: 1 } }, true],
  ])('matches %j with %j: %s', (pattern, event, expected) => {
    expect(matchesPattern(pattern, event)).toBe(expected);
  });
});
