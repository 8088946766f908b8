import { useEffect, useState } from 'react';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { deleteTabFiles, hasFile, hasUploadInProgress } from '../documents/tab-documents.ts';
import { applyConsequences } from '../form-state/edit-answer.ts';
import { formStore } from '../form-state/form-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';

/** From one tab of a group to another. */
export interface TabSwitch {
  readonly group: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  /** The id of a tab's own element. */
  readonly elementOf: (tab: string) => string;
}
type Obstacle = 'upload' | 'file';

async function change(leaving: TabSwitch): Promise<void> {
  const { group, from, to, elementOf } = leaving;
  await deleteTabFiles(group, from);
  await call(routes.application.putTabs, { body: { tab_id: group, chosen_tab: to } });
  formStore.setState(({ tabs }) => ({ tabs: { ...tabs, [group]: to } }));
  applyConsequences({ at: elementOf(from), reopen: () => reopen({ ...leaving, from: to, to: from }) });
}

const tellFailure = (error: unknown, { label }: TabSwitch): void => {
  if (!(error instanceof UnauthorizedError)) toast.error(`Error handling tabs for ${label}`);
};

/** Goes back to the tab that was left. Where something keeps the other one, the tab itself asks about it. */
async function reopen(leaving: TabSwitch): Promise<boolean> {
  if (formStore.getState().tabs[leaving.group] === leaving.to) return true;
  if (obstacleTo(leaving) !== undefined) {
    document.getElementById(leaving.elementOf(leaving.to))?.click();
    return false;
  }
  try {
    await change(leaving);
    return true;
  } catch (error) {
    tellFailure(error, leaving);
    return false;
  }
}

/** What keeps the tab: a file on its way (platform specification, point 4), or one that nobody has given up. */
function obstacleTo({ group, from }: TabSwitch): Obstacle | undefined {
  if (hasUploadInProgress(group, from)) return 'upload';
  return hasFile(group, from) ? 'file' : undefined;
}

interface Props extends TabSwitch {
  readonly onEnd: () => void;
}

/** Leaves a tab: what it holds is emptied, and its file deleted once somebody has said so. */
export function LeaveTab({ onEnd, ...leaving }: Props) {
  const [obstacle, setObstacle] = useState<Obstacle>();
  const clear = () => setObstacle(undefined);
  const go = () =>
    change(leaving)
      .catch((error) => tellFailure(error, leaving))
      .finally(onEnd);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each switch
  useEffect(() => {
    const found = obstacleTo(leaving);
    setObstacle(found);
    if (found === undefined) void go();
  }, []);
  return (
    <>
      <Dialog
        isOpen={obstacle === 'upload'}
        onClose={onEnd}
        title="File Upload in Progress"
        isAlert
        actions={
          <Button look="primary" size="next" onClick={clear}>
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
            <Button size="fit" onClick={clear}>
              Cancel
            </Button>
            <Button
              look="danger"
              size="fit"
              onClick={() => {
                clear();
                void go();
              }}
            >
              Delete
            </Button>
          </>
        }
      >
        <p>Only one of the two is kept. Your file will be deleted.</p>
      </Dialog>
    </>
  );
}
