// CloudFront Function for the site. Public pages are prerendered, each in its own file, which a path with a
// trailing slash or with capital letters finds too. Paths of the staff console get its page. Another path
// without a file name gets the empty page, and the router in the browser handles it. If the site has its own
// domain, requests for CloudFront's domain are redirected to it. The language is cloudfront-js-2.0: ES 5.1
// and a few later features, without destructuring or default values.
var drawn = ['/about', '/education', '/final-steps', '/login', '/signup'];

function queryOf(querystring) {
  var pairs = Object.keys(querystring).map((name) =>
    (querystring[name].multiValue || [querystring[name]]).map((each) => `${name}=${each.value}`).join('&'),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function movedTo(location) {
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: location }, 'cache-control': { value: 'max-age=3600' } },
  };
}

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var own = ownName; // lib/constructs/site-distribution.ts writes it before this code
  if (own !== '' && request.headers.host.value !== own)
    return movedTo(`https://${own}${request.uri}${queryOf(request.querystring)}`);
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  var page = request.uri.toLowerCase().replace(/\/+$/, '');
  if (drawn.indexOf(page) !== -1) request.uri = `${page}.html`;
  else if (page === '/staff' || page.indexOf('/staff/') === 0) request.uri = '/staff.html';
  else if (name.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
