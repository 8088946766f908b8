import { expect, it } from 'vitest';
import { type Resources, resourcesOf, withFixture } from './fixture.ts';

// On AWS, a site's domain leads to CloudFront. Here this machine replaces it, also in the code of CloudFront
// Functions, so the cloud of a deployment with a domain works like any other.

const ownName = 'apply.example.edu';

const code = `function handler(event) {
  var request = event.request;
  var own = '${ownName}';
  if (request.headers.host.value !== own) return { statusCode: 421 };
  request.headers['x-site-host'] = { value: own };
  request.headers['x-distribution'] = { value: event.context.distributionDomainName };
  return request;
}`;

const withDomain = (resources: Resources) => {
  for (const { Properties } of resourcesOf(resources, 'AWS::CloudFront::Distribution'))
    Object.assign(Properties.DistributionConfig as object, { Aliases: [ownName] });
  for (const { Properties } of resourcesOf(resources, 'AWS::CloudFront::Function'))
    if (String(Properties.FunctionCode).includes('x-viewer-host')) Properties.FunctionCode = code;
};

const fixture = withFixture({ change: withDomain });

it('this machine stands for the names of the site, in the code and in the context of CloudFront’s functions', async () => {
  const { url } = fixture().cloud;
  const reply = await fetch(`${url}/api/do/echo`);
  expect(reply.status).toBe(200);
  const { headers } = (await reply.json()) as { headers: Record<string, string> };
  const { host } = new URL(url);
  expect([headers['x-site-host'], headers['x-distribution']]).toEqual([host, host]);
});
