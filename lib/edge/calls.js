// CloudFront Function for the paths of the API. Behind CloudFront the API sees neither the site's host nor the viewer's
// address. Where the site has a name of its own, calls to CloudFront's name are refused, and no mail leads there.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var host = request.headers.host.value;
  var name = ownName; // lib/constructs/site-distribution.ts writes it before this code
  if (name !== '' && host !== name) {
    return {
      statusCode: 421,
      statusDescription: 'Misdirected Request',
      headers: { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } },
      body: JSON.stringify({ message: `This address is not in use. Go to https://${name}` }),
    };
  }
  request.headers['x-site-host'] = { value: name || event.context.distributionDomainName };
  request.headers['x-viewer-host'] = { value: host };
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
