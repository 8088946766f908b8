import { useEffect, useState } from 'react';
import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { deleteTabFiles, hasFile, hasUploadInProgress } from '../documents/tab-documents.ts';
import { applyConsequences } from '../form-state/edit-answer.ts';
import { formStore } from '../form-state/form-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { tabError } from './tab-error.ts';

/** A switch from one tab of a group to another. */
export interface TabSwitch {
  readonly group: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  /** Returns the element id of a tab. */
  readonly elementOf: (tab: string) => string;
}
type Obstacle = 'upload' | 'file';

async function switchTab(tabSwitch: TabSwitch): Promise<void> {
  const { group, from, to, elementOf } = tabSwitch;
  await deleteTabFiles(group, from);
  await call(applicationRoutes.putTabs, { body: { tab_id: group, chosen_tab: to } });
  formStore.setState(({ tabs }) => ({ tabs: { ...tabs, [group]: to } }));
  toast.closeCause(tabError(tabSwitch.label));
  applyConsequences({ fieldId: elementOf(from), reopen: () => reopen({ ...tabSwitch, from: to, to: from }) });
}

const showTabError = (error: unknown, { label }: TabSwitch): void => {
  if (!(error instanceof UnauthorizedError)) toast.error(tabError(label));
};

/**
 * Switches back to the previous tab. If an obstacle requires a decision, a click on that tab opens its
 * dialog.
 */
async function reopen(tabSwitch: TabSwitch): Promise<boolean> {
  if (formStore.getState().tabs[tabSwitch.group] === tabSwitch.to) return true;
  if (obstacleTo(tabSwitch) !== undefined) {
    document.getElementById(tabSwitch.elementOf(tabSwitch.to))?.click();
    return false;
  }
  try {
    await switchTab(tabSwitch);
    return true;
  } catch (error) {
    showTabError(error, tabSwitch);
    return false;
  }
}

/**
 * The obstacle to leaving the tab: an upload in progress, or a file whose deletion the applicant must
 * confirm.
 */
function obstacleTo({ group, from }: TabSwitch): Obstacle | undefined {
  if (hasUploadInProgress(group, from)) return 'upload';
  return hasFile(group, from) ? 'file' : undefined;
}

interface Props extends TabSwitch {
  readonly onEnd: () => void;
}

/** Leaves a tab: clears its answers, and deletes its file once the applicant has confirmed. */
export function LeaveTab({ onEnd, ...tabSwitch }: Props) {
  const [obstacle, setObstacle] = useState<Obstacle>();
  const closeDialog = () => setObstacle(undefined);
  const leave = () =>
    switchTab(tabSwitch)
      .catch((error) => showTabError(error, tabSwitch))
      .finally(onEnd);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each switch
  useEffect(() => {
    const currentObstacle = obstacleTo(tabSwitch);
    setObstacle(currentObstacle);
    if (currentObstacle === undefined) void leave();
  }, []);
  return (
    <>
      <Dialog
        isOpen={obstacle === 'upload'}
        onClose={onEnd}
        title="File Upload in Progress"
        isAlert
        actions={
          <Button look="primary" size="next" onClick={closeDialog}>
            Close
          </Button>
        }
      >
        <p>Please wait until the file upload has completed.</p>
      </Dialog>
      <Dialog
        isOpen={obstacle === 'file'}
        onClose={onEnd}
        title="Delete File"
        isAlert
        actions={
          <>
            <Button size="fit" onClick={closeDialog}>
              Cancel
            </Button>
            <Button
              look="danger"
              size="fit"
              onClick={() => {
                closeDialog();
                void leave();
              }}
            >
              Delete
            </Button>
          </>
        }
      >
        <p>You can keep only one of the two. If you switch, your file will be deleted.</p>
      </Dialog>
    </>
  );
}
