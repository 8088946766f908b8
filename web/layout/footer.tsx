import { useState } from 'react';
import { Link } from 'react-router';
import { ourPartner } from '../partner.ts';
import { statementPath } from '../session/paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button look="primary" size="next" onClick={onClose}>
    Close
  </Button>
);

const Paragraphs = ({ of }: { of: readonly string[] }) => of.map((words) => <p key={words}>{words}</p>);

function Help(props: DialogProps) {
  const { helpEmail, addressLines, phone, links, help } = ourPartner();
  return (
    <Dialog {...props} title="Help" size="medium" actions={<CloseButton onClose={props.onClose} />}>
      <h3>Technical help</h3>
      <p>
        Write to <a href={`mailto:${helpEmail}`}>{helpEmail}</a>.
      </p>
      <Paragraphs of={help} />
      <h3>PDF files</h3>
      <p>
        <a href={links.pdfReader.href}>{links.pdfReader.label}</a>
      </p>
      <h3>Admissions office</h3>
      <address>
        {addressLines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <a href={`tel:+1${phone.replaceAll(/\D/g, '')}`}>{phone}</a>
      </address>
    </Dialog>
  );
}

function Privacy(props: DialogProps) {
  const { privacyNotice, cookieNotice } = ourPartner();
  return (
    <Dialog
      {...props}
      title="Privacy Policy and Cookie Notice"
      size="medium"
      actions={<CloseButton onClose={props.onClose} />}
    >
      <h3>Privacy</h3>
      <Paragraphs of={privacyNotice} />
      <h3>Cookies</h3>
      <Paragraphs of={cookieNotice} />
    </Dialog>
  );
}

/** Help, privacy and the partner's own links. */
export function Footer() {
  const [open, setOpen] = useState<'help' | 'privacy'>();
  const { footerLinks, name } = ourPartner();
  const close = () => setOpen(undefined);
  return (
    <footer className="footer">
      <div className="footer-line">
        <p>{name}</p>
        <ul>
          <li>
            <button type="button" className="link" onClick={() => setOpen('help')}>
              Help
            </button>
          </li>
          <li>
            <button type="button" className="link" onClick={() => setOpen('privacy')}>
              Privacy Policy and Cookie Notice
            </button>
          </li>
          <li>
            <Link to={statementPath}>Accessibility</Link>
          </li>
          {footerLinks.map(({ label, href }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </div>
      <Help isOpen={open === 'help'} onClose={close} />
      <Privacy isOpen={open === 'privacy'} onClose={close} />
    </footer>
  );
}
