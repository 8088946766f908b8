import { walk } from '../../shared/form/index.ts';
import { conversionQuery, queryClient } from '../api-client/queries.ts';
import { getAnswers } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { deleteDocument } from './upload-calls.ts';
import { isInProgress } from './uploads.ts';

const documentsIn = (group: string, tab: string): readonly string[] =>
  walk(partnerForm())
    .questions.filter(
      ({ question, rules }) =>
        question.kind === 'document' &&
        rules.some((rule) => rule.on === 'tab' && rule.group === group && rule.tab === tab),
    )
    .map(({ key }) => key);

/** A conversion may be running until the server has replied. */
const isUnknown = (key: string): boolean =>
  queryClient.isFetching({ queryKey: conversionQuery(key).queryKey }) > 0;

/** True if a file of this tab is being uploaded or converted. The applicant cannot leave the tab then. */
export const hasUploadInProgress = (group: string, tab: string): boolean =>
  documentsIn(group, tab).some((key) => isInProgress(key) || isUnknown(key));

const answeredDocuments = (group: string, tab: string): readonly string[] =>
  documentsIn(group, tab).filter((key) => (getAnswers()[key] ?? '') !== '');

/** True if leaving this tab would delete a file. */
export const hasFile = (group: string, tab: string): boolean => answeredDocuments(group, tab).length > 0;

/** Deletes the files of a tab with their conversions. Rejects when one of them could not be deleted. */
export async function deleteTabFiles(group: string, tab: string): Promise<void> {
  for (const key of answeredDocuments(group, tab)) await deleteDocument(key);
}
