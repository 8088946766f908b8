// CloudFront Function on the site: public pages were drawn ahead of time, each into a file of its own, which a path with
// a slash at its end or with capitals finds too; another path without a file name belongs to the page's own router and
// gets the empty page.
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
