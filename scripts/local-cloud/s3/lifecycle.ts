import type { LifecycleRule } from './buckets.ts';
import type { ObjectInfo, Objects } from './objects.ts';

const day = 86_400_000;

const isOlder = ({ modified }: ObjectInfo, days: number | undefined, now: number) =>
  days !== undefined && Date.parse(modified) + days * day < now;

/** A version becomes noncurrent when the next one is created. */
const outdated = (versions: readonly ObjectInfo[], days: number | undefined, now: number) =>
  versions.filter((_, index) => {
    const next = versions[index - 1];
    return next !== undefined && isOlder(next, days, now);
  });

/** Deletes objects and versions that a lifecycle rule has expired. */
export function applyLifecycle(objects: Objects, rule: LifecycleRule, now: number) {
  for (const key of objects.keys(rule.prefix)) {
    const current = objects.find(key);
    if (current !== undefined && isOlder(current, rule.days, now)) objects.remove(key);
    const old = outdated(objects.versionsOf(key), rule.noncurrentDays, now);
    for (const { version } of old) objects.removeVersion(key, version);
    const [only, ...others] = objects.versionsOf(key);
    const isLoneMarker = only?.isMarker && others.length === 0;
    if (isLoneMarker && rule.endsLoneMarkers) objects.removeVersion(key, only.version);
  }
}
