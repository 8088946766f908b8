// CloudFront Function for the paths of the API. It adds the site's host and the viewer's address, which the
// API cannot see behind CloudFront. If the site has its own domain, calls to CloudFront's domain are
// rejected. The language is cloudfront-js-2.0: ES 5.1 and a few later features, without destructuring or
// default values.
function rejection(statusCode, statusDescription, message) {
  return {
    statusCode: statusCode,
    statusDescription: statusDescription,
    headers: { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } },
    body: JSON.stringify({ message: message }),
  };
}

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var host = request.headers.host.value;
  var name = ownName; // lib/constructs/site-distribution.ts writes it and maxBodyBytes before this code
  if (name !== '' && host !== name)
    return rejection(421, 'Misdirected Request', `This address is not in use. Go to https://${name}`);
  // Lambda rejects events over 6 MB, and API Gateway then responds 500, which would fire the alarm on failed
  // calls.
  var length = request.headers['content-length'];
  if (length && Number(length.value) > maxBodyBytes)
    return rejection(413, 'Content Too Large', 'The request is too large.');
  // Browsers always send the length of a body that they send to the API.
  if (request.headers['transfer-encoding'])
    return rejection(411, 'Length Required', 'The request must have a Content-Length.');
  request.headers['x-site-host'] = { value: name || event.context.distributionDomainName };
  request.headers['x-viewer-host'] = { value: host };
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
