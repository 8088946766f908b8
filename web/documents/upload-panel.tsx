import { type ReactNode, type RefCallback, useEffect, useRef, useState } from 'react';
import { routes } from '../../shared/api/routes.ts';
import type { DocumentQuestion } from '../../shared/form/index.ts';
import { formatSize } from '../../shared/rules/upload.ts';
import { urlFor } from '../api-client/call.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useKeepFocus } from './keep-focus.ts';
import { QueryProvider } from './query-provider.tsx';
import './upload-panel.css';
import { useDocument } from './use-document.ts';
import { useDrop } from './use-drop.ts';

/**
 * Without `capture` and HEIC, phones offer the camera, photos and files, and an iPhone converts its photos to JPEG.
 * Android offers the camera for media types only.
 */
const accepted = '.png,.jpeg,.jpg,.pdf,.docx,image/png,image/jpeg,application/pdf';

interface Props {
  readonly name: string;
  readonly question: DocumentQuestion;
}

/** Choosing, uploading, converting, replacing and deleting a file. Loaded with the first page that has such a question. */
export default function UploadPanel(props: Props) {
  return (
    <QueryProvider>
      <Panel {...props} />
    </QueryProvider>
  );
}

function Panel(props: Props) {
  const { name, question } = props;
  const state = useDocument(name, question.label);
  const { attached, uploaded, isAnswered, isDeleting, step, note, messages, take, cancel, remove } = state;
  const fileInput = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const focusRef = useKeepFocus(container);
  const isBusy = step !== undefined;
  const isDraggedOver = useDrop(container, (files) => {
    if (!isBusy && !isDeleting) void take(files);
  });
  const doneText = note === '' ? 'Done' : 'Done.';
  const stepText = isBusy ? `${step}...` : isAnswered ? doneText : '';
  const statusText = [stepText, note].filter(Boolean).join(' ');
  return (
    <FieldFrame {...props} group="group" fieldMessages={messages}>
      {(fieldProps) => {
        const chooser = {
          ref: focusRef,
          id: fieldProps.id,
          className: isBusy ? 'loading' : '',
          isBusy: isBusy || isDeleting,
          'aria-describedby': fieldProps.describedBy,
          onClick: () => fileInput.current?.click(),
        };
        return (
          <div ref={container} className="file" data-over={isDraggedOver || undefined}>
            <input
              ref={fileInput}
              className="unseen"
              type="file"
              accept={accepted}
              tabIndex={-1}
              aria-label={question.label}
              aria-describedby={fieldProps.describedBy}
              onChange={(event) => {
                void take([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            {isAnswered && <Attached focusRef={focusRef} name={name} file={attached} />}
            {isBusy && (
              <Progress label={question.label} file={uploaded} focusRef={focusRef} onCancel={cancel} />
            )}
            {isAnswered ? (
              <Button {...chooser} key="replace" look="quiet" size="fit">
                Replace<span className="unseen"> {attached?.file_name}</span>
              </Button>
            ) : (
              <Button {...chooser} key="choose">
                Choose file<span className="unseen"> for {question.label}</span>
              </Button>
            )}
            {!isBusy && !isAnswered && <span className="hint drop-hint">or drop it here</span>}
            {!isBusy && isAnswered && (
              <Delete focusRef={focusRef} file_name={attached?.file_name} onDelete={remove} />
            )}
            <p className="file-state" role="status">
              {statusText}
            </p>
          </div>
        );
      }}
    </FieldFrame>
  );
}

interface FocusProps {
  /** Keeps the focus in the panel when the element that has it is removed. */
  readonly focusRef: RefCallback<HTMLElement>;
}

const FileName = ({ name, size }: { name: string | undefined; size: number | undefined }): ReactNode => (
  <p className="file-name">
    {name} <small>{size !== undefined && formatSize(size)}</small>
  </p>
);

interface ProgressProps extends FocusProps {
  readonly label: string;
  /** Unknown after a reload. */
  readonly file: File | undefined;
  readonly onCancel: () => void;
}

/** The file that is being uploaded, for how long, and the button that cancels it. */
const Progress = ({ label, file, focusRef, onCancel }: ProgressProps) => (
  <div className="file-progress">
    {file && <FileName name={file.name} size={file.size} />}
    <progress aria-label={`Uploading ${file?.name ?? label}`} />
    <Elapsed />
    <Button ref={focusRef} look="quiet" size="fit" onClick={onCancel}>
      Cancel<span className="unseen"> the upload for {label}</span>
    </Button>
  </div>
);

/** The time since an upload began. It is not announced, because it changes every second. */
function Elapsed() {
  const [began] = useState(Date.now);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - began) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, [began]);
  return (
    <span className="file-time" aria-hidden="true">
      {seconds > 0 && `${seconds} s`}
    </span>
  );
}

interface AttachedProps extends FocusProps {
  readonly name: string;
  readonly file: { readonly file_name: string; readonly file_size: number } | undefined;
}

const Attached = ({ focusRef, name, file }: AttachedProps) => (
  <>
    <FileName name={file?.file_name} size={file?.file_size} />
    <a
      ref={focusRef}
      href={urlFor(routes.documents.viewDocument, { params: { answer_key: name } })}
      target="_blank"
      rel="noreferrer"
    >
      View the PDF<span className="unseen"> of {file?.file_name}, in a new tab</span>
    </a>
  </>
);

interface DeleteProps extends FocusProps {
  readonly file_name: string | undefined;
  readonly onDelete: () => void;
}

function Delete({ focusRef, file_name, onDelete }: DeleteProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const confirmDeletion = () => {
    setDialogOpen(false);
    onDelete();
  };
  return (
    <>
      <Button ref={focusRef} look="quiet" size="fit" onClick={() => setDialogOpen(true)}>
        Delete<span className="unseen"> {file_name}</span>
      </Button>
      <Dialog
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title="Delete File"
        isAlert
        actions={
          <>
            <Button size="fit" onClick={() => setDialogOpen(false)}>
              Cancel
            </Button>
            <Button look="danger" size="fit" onClick={confirmDeletion}>
              Delete
            </Button>
          </>
        }
      >
        <p>Are you sure you want to delete your file?</p>
      </Dialog>
    </>
  );
}
