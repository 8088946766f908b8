import { useState } from 'react';
import type { SettingsVersion } from '../../shared/api/console-replies.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { type SettingName, settingNames } from '../../shared/partners/setting-names.ts';
import { settingTitles } from '../../shared/partners/setting-places.ts';
import { useQuery } from '../api-client/queries.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from './problem.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { versionsQuery } from './queries.ts';
import { SettingValue } from './setting-value.tsx';
import { fullTime } from './times.ts';

/** 'Deadlines, Help' */
export const titlesOf = (names: readonly string[]): string =>
  settingNames
    .filter((name) => names.includes(name))
    .map((name) => settingTitles[name])
    .join(', ');

export interface HistoryProps {
  readonly current: number;
  readonly partner: PartnerWithSettings;
  readonly onPublished: (version: number) => void;
  readonly onOutdated: () => void;
}

interface UndoProps extends HistoryProps {
  /** 0 restores the partner's file. */
  readonly version: number;
}

function Undo({ version, current, onPublished, onOutdated }: UndoProps) {
  const [note, setNote] = useState<string>();
  const target = version === 0 ? 'the original settings' : `version ${version}`;
  const close = () => setNote(undefined);
  return (
    <>
      <Button size="fit" look="quiet" onClick={() => setNote(`Undo to ${target}`)}>
        Undo<span className="unseen"> to {target}</span>
      </Button>
      {note !== undefined && (
        <PublishDialog
          title={`Undo to ${target}?`}
          summary={`All settings become those of ${target}. This is published as version ${current + 1}.`}
          base={current}
          change={{ undo_to: version }}
          note={note}
          onNote={setNote}
          onClose={close}
          onPublished={(number) => {
            close();
            onPublished(number);
          }}
          onOutdated={() => {
            close();
            onOutdated();
          }}
        />
      )}
    </>
  );
}

function Changes({ changes, partner }: Pick<SettingsVersion, 'changes'> & Pick<HistoryProps, 'partner'>) {
  return (
    <details className="version-changes">
      <summary>What changed: {titlesOf(changes.map(({ name }) => name))}</summary>
      {changes.map(({ name, before, after }) => (
        <div key={name} className="version-change">
          <h4>{titlesOf([name])}</h4>
          <div>
            <h5>Before</h5>
            <SettingValue name={name as SettingName} value={before} partner={partner} />
          </div>
          <div>
            <h5>After</h5>
            <SettingValue name={name as SettingName} value={after} partner={partner} />
          </div>
        </div>
      ))}
    </details>
  );
}

function Version({ version, ...props }: { readonly version: SettingsVersion } & HistoryProps) {
  const { at, by, note, changes } = version;
  const isCurrent = version.version === props.current;
  return (
    <li>
      <div className="version-head">
        <h3>
          Version {version.version}
          {isCurrent && ', in effect'}
        </h3>
        {!isCurrent && <Undo {...props} version={version.version} />}
      </div>
      <p>{note}</p>
      <p className="hint">
        {by}, {fullTime(at)}
      </p>
      <Changes changes={changes} partner={props.partner} />
    </li>
  );
}

/** A page of versions, and below it the earlier ones if they are asked for. */
function VersionsBefore({ before, ...props }: { readonly before?: number } & HistoryProps) {
  const { data, error, refetch } = useQuery(versionsQuery(before));
  const [hasMore, setMore] = useState(false);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p role="status">Loading...</p>;
  const { versions, next } = data;
  return (
    <>
      <ol className="versions">
        {versions.map((version) => (
          <Version key={version.version} version={version} {...props} />
        ))}
        {next === undefined && (
          <li>
            <div className="version-head">
              <h3>Original settings{props.current === 0 && ', in effect'}</h3>
              {props.current > 0 && <Undo {...props} version={0} />}
            </div>
            <p className="hint">As your operators deployed them</p>
          </li>
        )}
      </ol>
      {next !== undefined &&
        (hasMore ? (
          <VersionsBefore before={next} {...props} />
        ) : (
          <Button size="fit" onClick={() => setMore(true)}>
            Show earlier versions
          </Button>
        ))}
    </>
  );
}

/** Every version, with who published it and why, and a way back to it. */
export const SettingsHistory = (props: HistoryProps) => (
  <section className="card setting" aria-labelledby="settings-history">
    <h2 id="settings-history" tabIndex={-1}>
      History
    </h2>
    <VersionsBefore {...props} />
  </section>
);
