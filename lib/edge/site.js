// CloudFront Function for the site. Public pages are prerendered, each in its own file, which a path with a trailing
// slash or with capital letters finds too. Another path without a file name gets the empty page, and the router in the
// browser handles it.
var drawn = ['/about', '/education', '/final-steps', '/login', '/signup'];

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  var page = request.uri.toLowerCase().replace(/\/+$/, '');
  if (drawn.indexOf(page) !== -1) request.uri = `${page}.html`;
  else if (name.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
