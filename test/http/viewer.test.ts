import { describe, expect, it } from 'vitest';
import { neighborhoodOf, networkOf, viewerOf } from '../../lambdas/http/viewer.ts';

describe('source address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['', ''],
  ])('%s counts as %s: an IPv6 address counts as its network', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['', ''],
  ])('%s is in the neighborhood %s', (source, neighborhood) => {
    expect(neighborhoodOf(source)).toBe(neighborhood);
  });

  it('and hosts come from the headers of CloudFront, and are empty without them', () => {
    const of = (headers: Readonly<Record<string, string>>) => viewerOf({ headers } as never);
    expect(
      of({
        'x-viewer-address': '203.0.113.7',
        'x-viewer-host': 'a.example.edu',
        'x-site-host': 'b.example.edu',
        'user-agent': 'Firefox',
      }),
    ).toEqual({
      ...{ host: 'a.example.edu', site: 'b.example.edu' },
      ...{ address: '203.0.113.7', network: '203.0.113.0/24', userAgent: 'Firefox' },
    });
    expect(of({})).toEqual({ host: '', site: '', address: '', network: '', userAgent: '' });
  });
});
