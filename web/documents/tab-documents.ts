import { walk } from '../../shared/form/index.ts';
import { conversionQuery, queryClient } from '../api-client/queries.ts';
import { getAnswers } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { deleteDocument, isUploading } from './upload.ts';

const documentsIn = (group: string, tab: string): readonly string[] =>
  walk(partnerForm())
    .questions.filter(
      ({ question, rules }) =>
        question.kind === 'document' &&
        rules.some((guard) => guard.on === 'tab' && guard.group === group && guard.tab === tab),
    )
    .map(({ key }) => key);

const isUnderWay = (key: string): boolean => {
  const { queryKey } = conversionQuery(key);
  const status = queryClient.getQueryData(queryKey)?.status;
  return (
    isUploading(key) ||
    status === 'UNPROCESSED' ||
    status === 'IN_PROGRESS' ||
    queryClient.isFetching({ queryKey }) > 0
  );
};

/** Whether a file of this tab is on its way: then the tab stays (platform specification, point 4). */
export const hasUploadInProgress = (group: string, tab: string): boolean =>
  documentsIn(group, tab).some(isUnderWay);

const attached = (group: string, tab: string): readonly string[] =>
  documentsIn(group, tab).filter((key) => (getAnswers()[key] ?? '') !== '');

/** Whether a file would be gone with this tab. */
export const hasFile = (group: string, tab: string): boolean => attached(group, tab).length > 0;

/** Deletes the files of a tab that is left, with their conversions. Fails when one of them stays. */
export async function deleteTabFiles(group: string, tab: string): Promise<void> {
  for (const key of attached(group, tab)) await deleteDocument(key);
}
