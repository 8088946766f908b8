import type { ObjectInfo, Objects } from './objects.ts';
import { escapeXml } from './replies.ts';

const tag = (name: string, value: string | number | boolean) =>
  `<${name}>${escapeXml(String(value))}</${name}>`;

const describe = ({ modified, etag, size }: ObjectInfo) =>
  `${tag('LastModified', modified)}${tag('ETag', etag)}${tag('Size', size)}<StorageClass>STANDARD</StorageClass>`;

const maxKeysOf = (asked: URLSearchParams) => Number(asked.get('max-keys') ?? 1000);

/** The response of ListObjectsV2. */
export function listObjects(bucket: string, objects: Objects, asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? '';
  const after = asked.get('continuation-token') ?? asked.get('start-after') ?? '';
  const most = maxKeysOf(asked);
  const rest = objects.list(prefix).filter((each) => each.key > after);
  const page = rest.slice(0, most);
  const isMore = rest.length > most;
  return [
    '<ListBucketResult>',
    tag('Name', bucket),
    tag('Prefix', prefix),
    tag('KeyCount', page.length),
    tag('MaxKeys', most),
    tag('IsTruncated', isMore),
    isMore ? tag('NextContinuationToken', page.at(-1)?.key ?? '') : '',
    ...page.map((info) => `<Contents>${tag('Key', info.key)}${describe(info)}</Contents>`),
    '</ListBucketResult>',
  ].join('');
}

function versionTag(info: ObjectInfo, isLatest: boolean) {
  const { key, version, modified } = info;
  const head = `${tag('Key', key)}${tag('VersionId', version)}${tag('IsLatest', isLatest)}`;
  return info.isMarker
    ? `<DeleteMarker>${head}${tag('LastModified', modified)}</DeleteMarker>`
    : `<Version>${head}${describe(info)}</Version>`;
}

/** The response of ListObjectVersions: keys in order, the newest version of each first. */
export function listVersions(bucket: string, objects: Objects, asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? '';
  const [afterKey, afterVersion] = [asked.get('key-marker') ?? '', asked.get('version-id-marker')];
  const all = objects.keys(prefix).flatMap((key) => objects.versionsOf(key));
  const reached = all.findIndex(({ key, version }) => key === afterKey && version === afterVersion);
  const rest = reached < 0 ? all.filter(({ key }) => key > afterKey) : all.slice(reached + 1);
  const most = maxKeysOf(asked);
  const page = rest.slice(0, most);
  const last = rest.length > most ? page.at(-1) : undefined;
  return [
    '<ListVersionsResult>',
    tag('Name', bucket),
    tag('Prefix', prefix),
    tag('MaxKeys', most),
    tag('IsTruncated', last !== undefined),
    last ? tag('NextKeyMarker', last.key) + tag('NextVersionIdMarker', last.version) : '',
    ...page.map((info) => versionTag(info, objects.versionsOf(info.key)[0] === info)),
    '</ListVersionsResult>',
  ].join('');
}
