import { useEffect, useState } from 'react';
import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { type Block, isEmpty, keysIn, type Tabs } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { deleteTabFiles, hasFile, hasUploadInProgress } from '../documents/tab-documents.ts';
import { applyConsequences, commitChanges, withdrawUndo } from '../form-state/edit-answer.ts';
import { formStore, getAnswers } from '../form-state/form-store.ts';
import { ConfirmDialog, useConfirmation } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { tabError } from './tab-error.ts';

/** A switch from one tab of a group to another. */
export interface TabSwitch {
  readonly block: Tabs;
  readonly from: string;
  readonly to: string;
}

async function switchTab({ block: { id, label }, from, to }: TabSwitch): Promise<void> {
  await deleteTabFiles(id, from);
  await call(applicationRoutes.putTabs, { body: { tab_id: id, chosen_tab: to } });
  commitChanges();
  withdrawUndo();
  formStore.change({ tabs: { ...formStore.get().tabs, [id]: to } });
  toast.closeCause(tabError(label));
  applyConsequences();
}

const hasAnswer = (blocks: readonly Block[]): boolean =>
  keysIn(blocks).some((key) => !isEmpty(getAnswers()[key]));

const pluralOf = (noun: string): string => `${noun.replace(/y$/, 'ie')}s`;

/** The repeated blocks with answers: 'the 3 activities you listed'. */
function listedIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'addAnother') return [];
    const count = block.branches.filter(({ blocks: copy }) => hasAnswer(copy)).length;
    if (count === 0) return [];
    return [`the ${count === 1 ? block.label : `${count} ${pluralOf(block.label)}`} you listed`];
  });
}

/** The answers and files that a switch deletes; '' if there are none. */
function lossOf({ block: { id, branches: tabs }, from }: TabSwitch): string {
  const blocks = tabs.find((tab) => tab.id === from)?.blocks ?? [];
  if (!hasAnswer(blocks)) return '';
  const listed = listedIn(blocks);
  const lost = hasFile(id, from) ? [...listed, 'your file'] : listed;
  return lost.length === 0 ? 'your answers here' : lost.join(' and ');
}

interface Props extends TabSwitch {
  readonly onEnd: () => void;
}

/** Leaves a tab: deletes its answers and its file once the applicant has confirmed. */
export function LeaveTab({ onEnd, ...tabSwitch }: Props) {
  const { block, from, to } = tabSwitch;
  const [isUploading] = useState(() => hasUploadInProgress(block.id, from));
  const [loss] = useState(() => lossOf(tabSwitch));
  const leave = () =>
    switchTab(tabSwitch)
      .catch((error) => {
        if (!(error instanceof UnauthorizedError)) toast.error(tabError(block.label));
      })
      .finally(onEnd);
  const { ask, dialog } = useConfirmation((close) => {
    close();
    return leave();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each switch
  useEffect(() => {
    if (isUploading) return;
    if (loss === '') void leave();
    else ask();
  }, []);
  return (
    <>
      <Dialog isOpen={isUploading} onClose={onEnd} title="File Upload in Progress" isAlert>
        <p>Please wait until the file upload has completed.</p>
      </Dialog>
      <ConfirmDialog
        {...dialog}
        onClose={onEnd}
        title={`${block.branches.find((tab) => tab.id === to)?.label ?? to}?`}
        action="Switch"
      >
        <p>{`You can keep only one of the two. Switching removes ${loss}.`}</p>
      </ConfirmDialog>
    </>
  );
}
