import { usePartner } from '../api-client/published-settings.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { Dialog } from '../ui/dialog.tsx';
import './footer-dialogs.css';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const Paragraphs = ({ texts }: { texts: readonly string[] }) => texts.map((text) => <p key={text}>{text}</p>);

function Help(props: DialogProps) {
  const { helpEmail, addressLines, phone, links, help } = usePartner();
  return (
    <Dialog {...props} title="Help" size="medium">
      <h3>Technical help</h3>
      <p>
        Write to <a href={`mailto:${helpEmail}`}>{helpEmail}</a>.
      </p>
      <Paragraphs texts={help} />
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
  const { privacyNotice, cookieNotice } = currentPartner();
  return (
    <Dialog {...props} title="Privacy Policy and Cookie Notice" size="medium">
      <h3>Privacy</h3>
      <Paragraphs texts={privacyNotice} />
      <h3>Cookies</h3>
      <Paragraphs texts={cookieNotice} />
    </Dialog>
  );
}

export type FooterDialog = 'help' | 'privacy';

/** The dialogs that footer buttons open. Loaded when a pointer or the focus comes near. */
export const FooterDialogs = ({ open, onClose }: { open: FooterDialog | 'none'; onClose: () => void }) => (
  <>
    <Help isOpen={open === 'help'} onClose={onClose} />
    <Privacy isOpen={open === 'privacy'} onClose={onClose} />
  </>
);
