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

/** Choosing, sending, converting and deleting a file; loaded with the first page that asks for one. */
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
  const chooser = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const kept = useKeepFocus(box);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isAnswered && step === undefined) void take([...event.dataTransfer.files]);
  };
  return (
    <FieldFrame {...props} group="group" own={messages}>
      {(marks) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
        <div
          ref={box}
          className="file"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            ref={chooser}
            className="unseen"
            type="file"
            accept={accepted}
            tabIndex={-1}
            aria-label={question.label}
            aria-describedby={marks.describedBy}
            onChange={(event) => {
              void take([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          {isAnswered ? (
            <Attached kept={kept} name={name} file={file} onDelete={remove} />
          ) : (
            <Choose
              kept={kept}
              step={step}
              marks={marks}
              label={question.label}
              onClick={() => chooser.current?.click()}
            />
          )}
          {makeSmaller && (
            <Button ref={kept} look="primary" onClick={() => void makeSmaller()}>
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

interface Kept {
  /** The focus does not get lost when the part goes that has it. */
  readonly kept: RefCallback<HTMLElement>;
}

interface ChooseProps extends Kept {
  readonly step: string | undefined;
  readonly marks: FieldProps;
  readonly label: string;
  readonly onClick: () => void;
}

const Choose = ({ kept, step, marks, label, onClick }: ChooseProps) => (
  <>
    <Button
      ref={kept}
      id={marks.id}
      className={step === undefined ? '' : 'loading'}
      isBusy={step !== undefined}
      aria-describedby={marks.describedBy}
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

interface AttachedProps extends Kept {
  readonly name: string;
  readonly file: { readonly file_name: string; readonly file_size: number } | undefined;
  readonly onDelete: () => Promise<void>;
}

function Attached({ kept, name, file, onDelete }: AttachedProps) {
  const [isAsking, setAsking] = useState(false);
  const confirmed = async () => {
    setAsking(false);
    await onDelete();
  };
  return (
    <>
      <p className="file-name">
        {file?.file_name} <small>{file && formatSize(file.file_size)}</small>
      </p>
      <a
        ref={kept}
        href={urlFor(routes.documents.viewDocument, { params: { answer_key: name } })}
        target="_blank"
        rel="noreferrer"
      >
        View the PDF<span className="unseen"> of {file?.file_name}, in a new tab</span>
      </a>
      <Button ref={kept} look="quiet" size="fit" onClick={() => setAsking(true)}>
        Delete<span className="unseen"> {file?.file_name}</span>
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete File"
        isAlert
        actions={
          <>
            <Button size="fit" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button look="danger" size="fit" onClick={confirmed}>
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
