import { type RefCallback, useEffect, useRef } from 'react';
import { documentRoutes } from '../../shared/api/document-routes.ts';
import type { DocumentQuestion } from '../../shared/form/index.ts';
import { formatSize, uploadMessages } from '../../shared/rules/upload.ts';
import { urlFor } from '../api-client/call.ts';
import { conversionQuery, documentsQuery, useQuery } from '../api-client/queries.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { useText } from '../form-state/form-store.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmation } from '../ui/confirm-dialog.tsx';
import type { FileProblem } from './inspect-file.ts';
import { useKeepFocus } from './keep-focus.ts';
import { TakePhotos } from './photos/take-photos.tsx';
import { hasDocument } from './upload-calls.ts';
import './upload-panel.css';
import { cancel, conversionReplied, forget, progressOf, remove, take, useUpload, visit } from './uploads.ts';
import { useDrop } from './use-drop.ts';

/**
 * Without `capture` and HEIC, phones offer the camera, photos and files, and an iPhone converts its photos to
 * JPEG. Android offers the camera for media types only.
 */
const accepted = '.png,.jpeg,.jpg,.pdf,.docx,image/png,image/jpeg,application/pdf';

/** One file question: its file, the progress of its upload, and its errors. */
function useDocument(name: string, label: string) {
  const upload = useUpload(name);
  const documents = useQuery(documentsQuery).data;
  const conversion = useQuery(conversionQuery(name)).data;
  // Subscribes to the answer; the query of the documents is subscribed to already.
  useText(name);
  const isAnswered = hasDocument(name);
  useEffect(() => visit(name, label), [name, label]);
  useEffect(() => {
    if (conversion !== undefined) conversionReplied(name);
  }, [name, conversion]);
  const isWaiting = upload.conversion === 'running' && conversion?.message === uploadMessages.waiting;
  return {
    ...{ upload, isAnswered },
    attached: isAnswered ? documents?.[name] : undefined,
    isDeleting: upload.cleanup === 'deleting' && isAnswered,
    progress: isWaiting ? uploadMessages.waiting : progressOf(upload),
  };
}

interface Props {
  readonly name: string;
  readonly question: DocumentQuestion;
}

/**
 * Choosing, uploading, converting, replacing and deleting a file. Loaded with the first page that has such a
 * question.
 */
export default function UploadPanel(props: Props) {
  const { name, question } = props;
  const { upload, attached, isAnswered, isDeleting, progress } = useDocument(name, question.label);
  const { notes, problem, messages } = upload;
  const fileInput = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const focusRef = useKeepFocus(container);
  const isBusy = progress !== undefined;
  const onTake = (files: readonly File[]) => void take(name, files);
  const isDraggedOver = useDrop(container, (files) => {
    const isDialogOpen = container.current?.querySelector('dialog[open]');
    if (!isBusy && !isDeleting && !isDialogOpen) onTake(files);
  });
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
          <div ref={container} className="row file" data-over={isDraggedOver || undefined}>
            <input
              ref={fileInput}
              className="unseen"
              type="file"
              accept={accepted}
              tabIndex={-1}
              aria-label={question.label}
              aria-describedby={fieldProps.describedBy}
              onChange={(event) => {
                onTake([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            {problem && <Problem problem={problem} focusRef={focusRef} onTake={onTake} />}
            {problem?.unsent && (
              <Unsent
                file={problem.unsent}
                focusRef={focusRef}
                onTake={onTake}
                onCancel={() => forget(name)}
              />
            )}
            {isAnswered && <Attached focusRef={focusRef} name={name} file={attached} isDone={!isBusy} />}
            {isBusy && <Progress label={question.label} file={upload.attempt?.file} />}
            {isAnswered ? (
              <Button {...chooser} key="replace" look="quiet" size="fit">
                {isBusy ? <Step text={progress} /> : <span>Replace</span>}
                <span className="unseen">{` ${attached?.file_name ?? ''}`}</span>
              </Button>
            ) : (
              <Button {...chooser} key="choose">
                {isBusy ? <Step text={progress} /> : <span>Choose file</span>}
                <span className="unseen"> for {question.label}</span>
              </Button>
            )}
            {isBusy && (
              <Button ref={focusRef} look="quiet" onClick={() => cancel(name)}>
                Cancel<span className="unseen"> the upload for {question.label}</span>
              </Button>
            )}
            {!isBusy && isAnswered && (
              <Delete focusRef={focusRef} file_name={attached?.file_name} onDelete={() => remove(name)} />
            )}
            <TakePhotos
              {...{ attached, focusRef }}
              label={question.label}
              isHidden={isBusy || isDeleting || isAnswered}
              onPdf={(pdf) => onTake([pdf])}
            />
            {!isBusy && !isAnswered && <span className="hint drop-hint">or drop it here</span>}
            {notes.length > 0 && <p className="file-note">{notes.join(' ')}</p>}
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

/** The step of an upload, in the button that started it. */
const Step = ({ text }: { text: string }) => <span className="file-state">{`${text}...`}</span>;

interface TakeProps extends FocusProps {
  readonly onTake: (files: readonly File[]) => void;
}

interface ProblemProps extends TakeProps {
  readonly problem: FileProblem;
}

/** The rejected file, and the button that uploads it under a name that the rules allow. */
const Problem = ({ problem: { text, renamed }, focusRef, onTake }: ProblemProps) => (
  <div className="file-problem">
    <p>{text}</p>
    {renamed && (
      <Button ref={focusRef} look="primary" size="fit" onClick={() => onTake([renamed])}>
        Upload it as '{renamed.name}'
      </Button>
    )}
  </div>
);

interface UnsentProps extends TakeProps {
  readonly file: File;
  readonly onCancel: () => void;
}

/** Sends a file again that had no connection: when it is back, or at a press. */
function Unsent({ file, focusRef, onTake, onCancel }: UnsentProps) {
  const send = () => onTake([file]);
  useEffect(() => {
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  });
  return (
    <>
      <Button ref={focusRef} look="primary" size="fit" onClick={send}>
        Try again<span className="unseen"> to send {file.name}</span>
      </Button>
      <Button ref={focusRef} look="quiet" onClick={onCancel}>
        Cancel<span className="unseen"> sending {file.name}</span>
      </Button>
    </>
  );
}

interface FileNameProps {
  readonly name: string | undefined;
  readonly size: number | undefined;
  readonly isDone?: boolean;
}

/** The end of a file name, which a line break must not split. */
const ending = /.{0,4}\.\w+$/;

const FileName = ({ name, size, isDone = false }: FileNameProps) => (
  <p className="file-name">
    <span translate="no">{name?.replace(ending, '')}</span>
    <span translate="no" className="file-extension">
      {name?.match(ending)?.[0]}
    </span>
    {size !== undefined && <small>{`, ${formatSize(size)}`}</small>}
    {isDone && (
      <small>
        {name !== undefined && <span>. </span>}
        <span className="file-state file-done">Uploaded.</span>
      </small>
    )}
  </p>
);

interface ProgressProps {
  readonly label: string;
  /** Unknown after a reload. */
  readonly file: File | undefined;
}

const Progress = ({ label, file }: ProgressProps) => (
  <>
    {file && <FileName name={file.name} size={file.size} />}
    <progress aria-label={`Uploading ${file?.name ?? label}`} />
  </>
);

interface AttachedProps extends FocusProps {
  readonly name: string;
  readonly file: { readonly file_name: string; readonly file_size: number } | undefined;
  readonly isDone: boolean;
}

const Attached = ({ focusRef, name, file, isDone }: AttachedProps) => (
  <>
    <FileName name={file?.file_name} size={file?.file_size} isDone={isDone} />
    <a
      ref={focusRef}
      className="button"
      data-look="quiet"
      data-size="fit"
      href={urlFor(documentRoutes.viewDocument, { params: { answer_key: name } })}
      target="_blank"
      rel="noreferrer"
    >
      View<span className="unseen">{` the PDF of ${file?.file_name}, in a new tab`}</span>
    </a>
  </>
);

interface DeleteProps extends FocusProps {
  readonly file_name: string | undefined;
  readonly onDelete: () => void;
}

function Delete({ focusRef, file_name, onDelete }: DeleteProps) {
  const { ask, dialog } = useConfirmation(async (close) => {
    close();
    onDelete();
  });
  return (
    <>
      <Button ref={focusRef} look="quiet" onClick={ask}>
        Delete<span className="unseen">{` ${file_name}`}</span>
      </Button>
      <ConfirmDialog {...dialog} title="Delete File" action="Delete">
        <p>Are you sure you want to delete your file?</p>
      </ConfirmDialog>
    </>
  );
}
