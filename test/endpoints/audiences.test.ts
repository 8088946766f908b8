import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDate } from '../../shared/form/index.ts';
import { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { functionName, runOperatorCommand, tokenPurpose } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { person } from '../support/person.ts';
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

let applicant: ApiClient;
let id = '';
let confirmation = '';
beforeAll(async () => {
  applicant = await person(cloud());
  await applicant.call('PUT', '/api/answer', { answer: { ...completeAnswers, ...secrets } });
  for (const [key, name, text] of [
    ['felony_document', fileName, courtRecord],
    ['transcript_document', 'grades.pdf', 'GRADES'],
  ] as const) {
    await upload(applicant, key, name, await pdf({ texts: [text] }));
    await conversionEnded(applicant, conversionOf(key));
  }
  const { body } = await applicant.call('POST', '/api/submit');
  confirmation = String(body.confirmation);
  const office = await signIn(cloud(), 'Omar Office');
  const list = await eventually(async () => {
    const found = await office.call('GET', '/api/staff/applications');
    expect(JSON.stringify(found.body)).toContain(confirmation);
    return found.body.applications as readonly { applicant: string; confirmation: string }[];
  });
  id = list.find((each) => each.confirmation === confirmation)?.applicant ?? '';
});

const member = async (name: Staff) => {
  const client = await signIn(cloud(), name);
  return (part: string) => client.call('GET', `/api/staff/applications/${id}/${part}`);
};

/** Polls until the PDF is drawn, and returns its bytes and its link. */
async function pdfFrom(get: () => Promise<Awaited<ReturnType<ApiClient['call']>>>) {
  const link = await eventually(async () => {
    const { status, headers } = await get();
    expect(status).toBe(302);
    return headers.get('location') ?? '';
  });
  const response = await fetch(link);
  expect(response.status).toBe(200);
  return { link, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function linkFor(audience?: 'reader' | 'office') {
  const user = await functionName(applicant);
  const command = { command: 'issue-token', user, seconds: 900, purpose: tokenPurpose } as const;
  const { token = '' } = await runOperatorCommand(cloud(), { ...command, ...(audience && { audience }) });
  return (path: string) => new ApiClient(cloud()).call('GET', `/service/${path}?service_token=${token}`);
}

const drawnBy = (link: string) => /application-pdfs\/[^/]+\/([^/?]+)/.exec(link)?.[1] ?? expect.unreachable();

describe('a reader in the console', () => {
  it('gets neither keys nor values of hidden questions, but the names of the questions', async () => {
    const reader = await member('Rita Reader');
    const { status, body } = await reader('answers');
    expect(status).toBe(200);
    expect(body.hidden).toEqual(hiddenQuestions);
    expect(body.answer).toMatchObject({ first_name: completeAnswers.first_name });
    const { hidden: _, ...content } = body;
    const text = JSON.stringify(content);
    for (const secret of [
      ...Object.values(secrets),
      ...hiddenQuestions.map((key) => `"${key}`),
      fileName,
      'Female',
    ])
      expect(text).not.toContain(secret);
    expect(Object.keys(body.document_answer as object)).toEqual(['transcript_document']);
  });

  it('opens other documents, but none of a hidden question', async () => {
    const reader = await member('Rita Reader');
    expect((await reader('documents/felony_document')).status).toBe(404);
    expect((await reader('documents/transcript_document')).status).toBe(302);
  });

  it('gets a PDF that tells of no hidden answer in its text, bookmarks, metadata or bytes', async () => {
    const reader = await member('Rita Reader');
    const { bytes } = await pdfFrom(() => reader('pdf'));
    expect(await foundIn(bytes, ['GRADES', 'Military service', confirmation])).toHaveLength(3);
    expect(await foundIn(bytes, hiddenTexts)).toEqual([]);
  });
});

describe('the office in the console', () => {
  it('gets the whole application', async () => {
    const office = await member('Omar Office');
    const { body } = await office('answers');
    expect(body.hidden).toEqual([]);
    expect(body.answer).toMatchObject(secrets);
    expect((await office('documents/felony_document')).status).toBe(302);
  });

  it('gets another PDF than readers, and neither removes the other', async () => {
    const [reader, office] = [await member('Rita Reader'), await member('Omar Office')];
    const first = await pdfFrom(() => reader('pdf'));
    const whole = await pdfFrom(() => office('pdf'));
    expect(await foundIn(whole.bytes, hiddenTexts)).toEqual(printedTexts);
    const again = await pdfFrom(() => reader('pdf'));
    expect(drawnBy(again.link)).toBe(drawnBy(first.link));
    expect(drawnBy(whole.link)).not.toBe(drawnBy(first.link));
    expect(await foundIn(again.bytes, hiddenTexts)).toEqual([]);
    const own = await conversionEnded(applicant, '/api/pdf');
    expect(drawnBy(String(own.url))).toBe(drawnBy(whole.link));
  });
});

describe('a link for staff', () => {
  it('opens what readers see, unless it is for the office', async () => {
    for (const read of [await linkFor(), await linkFor('reader')]) {
      const { body } = await read('tmp-pdf');
      expect(body.hidden).toEqual(hiddenQuestions);
      expect(body.answer).not.toHaveProperty('birth_date');
      expect((await read('document-answer/felony_document')).status).toBe(404);
      expect((await read('document-answer/transcript_document')).status).toBe(302);
      const { bytes } = await pdfFrom(() => read('pdf'));
      expect(await foundIn(bytes, hiddenTexts)).toEqual([]);
    }
  });

  it('for the office opens the whole application', async () => {
    const read = await linkFor('office');
    const { body } = await read('tmp-pdf');
    expect(body.hidden).toEqual([]);
    expect(body.answer).toMatchObject(secrets);
    const { bytes } = await pdfFrom(() => read('pdf'));
    expect(await foundIn(bytes, hiddenTexts)).toEqual(printedTexts);
  });
});
