import { type ReactNode, useState } from 'react';
import { titlesOf } from '../../shared/partners/setting-descriptions.ts';
import { useQuery } from '../api-client/queries.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from './problem.tsx';
import { versionsQuery } from './queries.ts';
import { fullTime } from './times.ts';

interface Props {
  /** The version in effect. 0 is the partner's file. */
  readonly current: number;
  readonly restoreButton: (version: number) => ReactNode;
}

interface VersionProps extends Props {
  readonly version: number;
  readonly title: string;
  readonly children: ReactNode;
}

const Version = ({ current, restoreButton, version, title, children }: VersionProps) => (
  <li>
    <h3>
      {title}
      {version === current && ', in effect'}
    </h3>
    {children}
    {version !== current && restoreButton(version)}
  </li>
);

/**
 * A page of versions, each with who saved it and why, and a way back to it. Below it are the earlier ones if
 * the person asks for them.
 */
export function SettingsHistory({ before, ...props }: { readonly before?: number } & Props) {
  const query = useQuery(versionsQuery(before));
  const [hasMore, setMore] = useState(false);
  return (
    <Loaded query={query}>
      {({ versions, next }) => (
        <>
          <ol className="stack setting-entries">
            {versions.map(({ version, at, by, note, changed }) => (
              <Version key={version} {...props} version={version} title={`Version ${version}`}>
                <p>{note}</p>
                <p className="hint">
                  {by}, {fullTime(at)}. Changed: {titlesOf(changed)}
                </p>
              </Version>
            ))}
            {next === undefined && (
              <Version {...props} version={0} title="Original settings">
                <p className="hint">As your operators deployed them</p>
              </Version>
            )}
          </ol>
          {next !== undefined &&
            (hasMore ? (
              <SettingsHistory before={next} {...props} />
            ) : (
              <Button size="fit" onClick={() => setMore(true)}>
                Show earlier versions
              </Button>
            ))}
        </>
      )}
    </Loaded>
  );
}
