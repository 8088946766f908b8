import { fullName } from '../../shared/questions/facts.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { getAnswers, type Receipt } from '../form-state/form-store.ts';
import { getSession } from '../session/session.ts';
import { createPdf } from './receipt-pdf.ts';

const entry = (label: string, value: string) =>
  value === ''
    ? []
    : [
        { text: '', size: 8 },
        { text: label, size: 10 },
        { text: value, size: 13, isBold: true },
      ];

function receiptAsPdf({ confirmation, submitted_at }: Receipt): Blob {
  const { name, applicationTitle, entryYear, timeZone, helpEmail, phone } = currentPartner();
  const answers = getAnswers();
  return createPdf(`Receipt ${confirmation}`, [
    { text: name, size: 20, isBold: true },
    { text: `${applicationTitle}, ${entryYear}`, size: 13 },
    { text: 'Receipt: this application was successfully submitted.', size: 13 },
    ...entry('Confirmation number', confirmation),
    ...entry('Submitted', formatTime(submitted_at, timeZone)),
    { text: formatTime(submitted_at, 'UTC'), size: 10 },
    ...entry('Applicant', fullName(answers)),
    ...entry('Term', String(answers.entry_term_desc ?? '')),
    ...entry('Account', getSession().username),
    { text: '', size: 8 },
    { text: `Questions? Write to ${helpEmail} or call ${phone}.`, size: 10 },
  ]);
}

/** Saves the receipt as a file; drawn from what the profile says, at any visit. */
export function downloadReceipt(receipt: Receipt): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(receiptAsPdf(receipt));
  link.download = `receipt-${receipt.confirmation}.pdf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
