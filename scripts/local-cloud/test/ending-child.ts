import { assembly } from '../../../test/support/assembly.ts';
import { upload } from '../../../test/support/documents.ts';
import { signedUp } from '../../../test/support/person.ts';
import { pdf } from '../../../test/support/samples.ts';
import { startLocalCloud } from '../index.ts';

// A process that closes the cloud during the first step of a conversion. Anything left running keeps the
// process from exiting.
const [data = ''] = process.argv.slice(2);
const cloud = await startLocalCloud({ assembly, data, port: 0, log: () => {} });
const applicant = await signedUp(cloud);
await upload(applicant, 'transcript_document', 'transcript.pdf', await pdf());
await cloud.close();
