import { type DragEvent, type RefCallback, useRef, useState } from 'react';
import { routes } from '../../shared/api/routes.ts';
import type { DocumentQuestion } from '../../shared/form/index.ts';
import { formatSize } from '../../shared/rules/upload.ts';
import { urlFor } from '../api-client/call.ts';
import { FieldFrame, type FieldProps } from '../fields/field-frame.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useKeepFocus } from './keep-focus.ts';
import { QueryProvider } from './query-provider.tsx';
import './upload-panel.css';
import { useDocument } from './use-document.ts';

const accepted = '.png,.jpeg,.jpg,.pdf,.docx';

interface Props {
  readonly name: string;
  readonly question: DocumentQuestion;
}

/** Choosing, uploading, converting and deleting a file. Loaded with the first page that has such a question. */
export default function UploadPanel(props: Props) {
  return (
    <QueryProvider>
      <Panel {...props} />
    </QueryProvider>
  );
}

function Panel(props: Props) {
  const { name, question } = props;
  const { file, isAnswered, step, messages, take, makeSmaller, remove } = useDocument(name, question.label);
  const fileInput = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const focusRef = useKeepFocus(container);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    if (!isAnswered && step === undefined) void take([...event.dataTransfer.files]);
  };
  return (
    <FieldFrame {...props} group="group" fieldMessages={messages}>
      {(fieldProps) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button
        <div
          ref={container}
          className="file"
          data-over={isDraggedOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setDraggedOver(true);
          }}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={drop}
        >
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
          {isAnswered ? (
            <Attached focusRef={focusRef} name={name} file={file} onDelete={remove} />
          ) : (
            <Choose
              focusRef={focusRef}
              step={step}
              fieldProps={fieldProps}
              label={question.label}
              onClick={() => fileInput.current?.click()}
            />
          )}
          {makeSmaller && (
            <Button ref={focusRef} look="primary" onClick={() => void makeSmaller()}>
              Make this photo smaller
            </Button>
          )}
          <p className="file-state" role="status">
            {step ?? (isAnswered ? 'Done' : '')}
          </p>
        </div>
      )}
    </FieldFrame>
  );
}

interface FocusProps {
  /** Keeps the focus in the panel when the element that has it is removed. */
  readonly focusRef: RefCallback<HTMLElement>;
}

interface ChooseProps extends FocusProps {
  readonly step: string | undefined;
  readonly fieldProps: FieldProps;
  readonly label: string;
  readonly onClick: () => void;
}

const Choose = ({ focusRef, step, fieldProps, label, onClick }: ChooseProps) => (
  <>
    <Button
      ref={focusRef}
      id={fieldProps.id}
      className={step === undefined ? '' : 'loading'}
      isBusy={step !== undefined}
      aria-describedby={fieldProps.describedBy}
      onClick={onClick}
    >
      Choose file<span className="unseen"> for {label}</span>
    </Button>
    {step === undefined ? (
      <span className="hint drop-hint">or drop it here</span>
    ) : (
      <progress aria-label={`Uploading ${label}`} />
    )}
  </>
);

interface AttachedProps extends FocusProps {
  readonly name: string;
  readonly file: { readonly file_name: string; readonly file_size: number } | undefined;
  readonly onDelete: () => Promise<void>;
}

function Attached({ focusRef, name, file, onDelete }: AttachedProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const confirmDeletion = async () => {
    setDialogOpen(false);
    await onDelete();
  };
  return (
    <>
      <p className="file-name">
        {file?.file_name} <small>{file && formatSize(file.file_size)}</small>
      </p>
      <a
        ref={focusRef}
        href={urlFor(routes.documents.viewDocument, { params: { answer_key: name } })}
        target="_blank"
        rel="noreferrer"
      >
        View the PDF<span className="unseen"> of {file?.file_name}, in a new tab</span>
      </a>
      <Button ref={focusRef} look="quiet" size="fit" onClick={() => setDialogOpen(true)}>
        Delete<span className="unseen"> {file?.file_name}</span>
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
