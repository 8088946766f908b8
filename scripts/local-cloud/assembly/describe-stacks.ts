import type { ServerResponse } from 'node:http';
import { ServiceError } from '../http.ts';
import { escapeXml } from '../s3/replies.ts';
import type { Assembly } from './assembly.ts';

/** DescribeStacks for one stack, for tools that read its outputs. */
export function describeStacks(assembly: Assembly, asked: URLSearchParams): string {
  const name = asked.get('StackName') ?? '';
  const outputs = assembly.outputsOf(name);
  if (outputs === undefined)
    throw new ServiceError('ValidationError', `Stack with id ${name} does not exist`);
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${escapeXml(key)}</OutputKey><OutputValue>${escapeXml(value)}</OutputValue></member>`,
  );
  return [
    '<DescribeStacksResponse><DescribeStacksResult><Stacks><member>',
    `<StackName>${escapeXml(name)}</StackName><StackStatus>CREATE_COMPLETE</StackStatus>`,
    '<CreationTime>2026-01-01T00:00:00Z</CreationTime>',
    `<Outputs>${members.join('')}</Outputs>`,
    '</member></Stacks></DescribeStacksResult></DescribeStacksResponse>',
  ].join('');
}

export function sendQueryReply(response: ServerResponse, work: () => string) {
  const send = (status: number, xml: string) =>
    response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  try {
    send(200, work());
  } catch (error) {
    const known =
      error instanceof ServiceError ? error : new ServiceError('InternalFailure', String(error), 500);
    send(
      known.status,
      `<ErrorResponse><Error><Type>Sender</Type><Code>${known.name}</Code><Message>${escapeXml(known.message)}</Message></Error></ErrorResponse>`,
    );
  }
}
