import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDate } from '../../shared/form/index.ts';
import { ApiClient, type ApiReply } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { conversionEnded } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { runOperatorCommand, tokenPurpose } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { type Person, person } from '../support/person.ts';
import { pdf } from '../support/samples.ts';
import { type Staff, signIn } from '../support/staff.ts';

const { cloud } = withStaffCloud(withoutDeliveries);

/** Answers that readers must not learn, each with a value that occurs nowhere else. */
const secrets = {
  birth_date: '1999-08-07',
  alien_registration_number: 'A77SECRET',
  felony_comment: 'FELONYSECRET',
  conviction_comment: 'CONVICTIONSECRET',
};
const courtRecord = 'COURTSECRET';
const fileName = 'FILESECRET.pdf';

/** Everything that tells of a hidden answer: values, labels, and the words of the questions. */
const hiddenTexts = [
  ...[...Object.values(secrets), courtRecord, fileName, formatDate(secrets.birth_date)],
  ...['American Indian or Alaska Native', 'Hispanic', 'How do you identify', 'Female', 'Date of Birth'],
  ...['Alien Registration', 'felony', 'conviction', 'Legal questions', 'Ethnicity and race'],
];
/** A PDF has the date of birth in words. */
const printedTexts = hiddenTexts.filter((text) => text !== secrets.birth_date);
const hiddenQuestions = [
  ...['gender', 'birth_date', 'alien_registration_number', 'ethnicity', 'race'],
  ...['felony', 'felony_comment', 'felony_document'],
  ...['conviction', 'conviction_comment', 'conviction_document'],
];

/** The objects of a PDF with every compressed stream unpacked: content, metadata, bookmarks, structure. */
function unpacked(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1');
  const streams = [...file.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    } catch {
      return stream;
    }
  });
  return [file, ...streams].join('\n');
}

/** The ways in which a PDF may write a text. */
const encodings = (text: string): readonly string[] => {
  const wide = Buffer.from(text, 'utf16le').swap16();
  return [text, wide.toString('latin1'), wide.toString('hex'), Buffer.from(text).toString('hex')];
};

/** The texts that a PDF contains anywhere, as a reader of it sees them or in its bytes. */
async function foundIn(bytes: Uint8Array, texts: readonly string[]): Promise<readonly string[]> {
  const { text, outline, info, pages } = await readPdf(bytes);
  const structure = pages.map(({ structure: tree, annotations }) => [tree, annotations]);
  const seen = `${text.replace(/\s+/g, ' ')} ${JSON.stringify([outline, info, structure])}`;
  const raw = unpacked(bytes).toLowerCase();
  return texts.filter(
    (each) => seen.includes(each) || encodings(each).some((form) => raw.includes(form.toLowerCase())),
  );
}

let applicant: Person;
let confirmation = '';
beforeAll(async () => {
  applicant = await person(cloud());
  await applicant.upload('felony_document', fileName, await pdf({ texts: [courtRecord] }));
  await applicant.upload('transcript_document', 'grades.pdf', await pdf({ texts: ['GRADES'] }));
  ({ confirmation } = await applicant.submit(secrets));
});

type Read = (part: string) => Promise<ApiReply>;

async function asMember(name: Staff): Promise<Read> {
  const client = await signIn(cloud(), name);
  return (part) => client.call('GET', `/api/staff/applications/${applicant.sub}/${part}`);
}

async function byLink(audience?: 'reader' | 'office'): Promise<Read> {
  const user = applicant.username;
  const command = { command: 'issue-token', user, seconds: 900, purpose: tokenPurpose } as const;
  const { token = '' } = await runOperatorCommand(cloud(), { ...command, ...(audience && { audience }) });
  return (path) => new ApiClient(cloud()).call('GET', `/service/${path}?service_token=${token}`);
}

/** Waits until the PDF is drawn, and returns its bytes and its link. */
async function pdfFrom(read: Read) {
  const link = await eventually(async () => {
    const { status, headers } = await read('pdf');
    expect(status).toBe(302);
    return headers.get('location') ?? '';
  });
  return { link, bytes: new Uint8Array(await (await fetch(link)).arrayBuffer()) };
}

const drawnBy = (link: string) => /application-pdfs\/[^/]+\/([^/?]+)/.exec(link)?.[1] ?? expect.unreachable();

describe('a reader in the console', () => {
  it('gets neither keys nor values of hidden questions, but the names of the questions', async () => {
    const read = await asMember('Rita Reader');
    const { status, body } = await read('answers');
    expect(status).toBe(200);
    const { hidden, ...content } = body;
    expect(hidden).toEqual(hiddenQuestions);
    expect(content.answer).toMatchObject({ first_name: completeAnswers.first_name });
    const text = JSON.stringify(content);
    const keys = hiddenQuestions.map((key) => `"${key}`);
    for (const secret of [...Object.values(secrets), ...keys, fileName, 'Female'])
      expect(text).not.toContain(secret);
    expect(Object.keys(body.document_answer as object)).toEqual(['transcript_document']);
  });

  it('opens other documents, but none of a hidden question', async () => {
    const read = await asMember('Rita Reader');
    expect((await read('documents/felony_document')).status).toBe(404);
    expect((await read('documents/transcript_document')).status).toBe(302);
  });

  it('gets a PDF that tells of no hidden answer in its text, bookmarks, metadata or bytes', async () => {
    const { bytes } = await pdfFrom(await asMember('Rita Reader'));
    expect(await foundIn(bytes, ['GRADES', 'Military service', confirmation])).toHaveLength(3);
    expect(await foundIn(bytes, hiddenTexts)).toEqual([]);
  });
});

it('the office in the console gets the whole application, and another PDF than readers, and neither removes the other', async () => {
  const [reader, office] = [await asMember('Rita Reader'), await asMember('Omar Office')];
  expect((await office('answers')).body).toMatchObject({ hidden: [], answer: secrets });
  expect((await office('documents/felony_document')).status).toBe(302);
  const first = await pdfFrom(reader);
  const whole = await pdfFrom(office);
  expect(await foundIn(whole.bytes, hiddenTexts)).toEqual(printedTexts);
  expect(drawnBy((await pdfFrom(reader)).link)).toBe(drawnBy(first.link));
  expect(drawnBy(whole.link)).not.toBe(drawnBy(first.link));
  const own = await conversionEnded(applicant, '/api/pdf');
  expect(drawnBy(String(own.url))).toBe(drawnBy(whole.link));
});

describe('a link for staff', () => {
  it('opens what readers see, unless it is for the office', async () => {
    for (const read of [await byLink(), await byLink('reader')]) {
      const { body } = await read('tmp-pdf');
      expect(body.hidden).toEqual(hiddenQuestions);
      expect(body.answer).not.toHaveProperty('birth_date');
      expect((await read('document-answer/felony_document')).status).toBe(404);
      expect((await read('document-answer/transcript_document')).status).toBe(302);
      expect(await foundIn((await pdfFrom(read)).bytes, hiddenTexts)).toEqual([]);
    }
  });

  it('for the office opens the whole application', async () => {
    const read = await byLink('office');
    expect((await read('tmp-pdf')).body).toMatchObject({ hidden: [], answer: secrets });
    expect(await foundIn((await pdfFrom(read)).bytes, hiddenTexts)).toEqual(printedTexts);
  });
});
