import { deadlineTexts, saidTime } from '../../shared/partners/deadlines.ts';
import { decisionDayOf } from '../../shared/partners/decision-day.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { maintenanceAt } from '../../shared/partners/maintenance.ts';
import { nextStepsOf } from '../../shared/partners/next-steps.ts';
import { momentOf } from '../../shared/partners/time-zone.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { universityToday } from './times.ts';

interface PartProps {
  readonly partner: PartnerWithSettings;
}

function Deadline({ partner }: PartProps) {
  const texts = deadlineTexts(partner, Date.now());
  if (texts === undefined) return <p className="hint">No deadline is shown.</p>;
  return (
    <div className="notice">
      <p>{texts.deadline}</p>
      <p>{texts.timeLeft}</p>
    </div>
  );
}

function Banner({ partner: { dateBanner } }: PartProps) {
  if (dateBanner === undefined) return <p className="hint">No banner is shown.</p>;
  const { from, to, text } = dateBanner;
  const today = universityToday();
  return (
    <>
      {(today < from || today > to) && (
        <p className="hint">
          Shown from {formatDay(from)} to {formatDay(to)}, not today:
        </p>
      )}
      <p className="notice">{text}</p>
    </>
  );
}

function Maintenance({ partner }: PartProps) {
  const { maintenance = [], timeZone } = partner;
  const shown = maintenanceAt(partner, Date.now());
  if (maintenance.length === 0) return <p className="hint">No notice is shown.</p>;
  return (
    <>
      {shown.map((text) => (
        <p className="notice" key={text}>
          {text}
        </p>
      ))}
      {shown.length < maintenance.length && (
        <p className="hint">
          Shown from a week before until the end:{' '}
          {maintenance
            .map(({ from, text }) => `${text} (${saidTime(momentOf(from, timeZone), timeZone)})`)
            .join(' ')}
        </p>
      )}
    </>
  );
}

function Steps({ partner }: PartProps) {
  const now = new Date().toISOString();
  const day = decisionDayOf(partner, now);
  return (
    <>
      {day !== undefined && <p>Decision by {day}, if submitted now.</p>}
      <ol className="preview-steps">
        {nextStepsOf(partner, {}, {}, now).map(({ title, text, link, status }) => (
          <li key={title}>
            <strong>{title}</strong>
            {status !== undefined && <p>{status}</p>}
            {text !== '' && <p>{text}</p>}
            {link && <a href={link.href}>{link.label}</a>}
          </li>
        ))}
      </ol>
    </>
  );
}

const Texts = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.map((text) => <p key={text}>{text}</p>);

interface Props extends PartProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The settings as applicants see them now. */
export const SettingsPreview = ({ partner, isOpen, onClose }: Props) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="As applicants see it now"
    size="medium"
    actions={
      <Button look="primary" size="next" onClick={onClose}>
        Close
      </Button>
    }
  >
    <div className="preview">
      <h3>Deadline</h3>
      <Deadline partner={partner} />
      <h3>Banner</h3>
      <Banner partner={partner} />
      <h3>Maintenance</h3>
      <Maintenance partner={partner} />
      <h3>What you need</h3>
      <p>{partner.beforeYouStart}</p>
      <h3>After submission</h3>
      <Steps partner={partner} />
      <h3>Help</h3>
      <Texts texts={partner.help} />
    </div>
  </Dialog>
);
