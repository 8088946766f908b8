import { serviceRoutes } from '../../shared/api/document-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import type { PrintedPage } from '../../shared/form/index.ts';
import { urlFor } from '../api-client/call.ts';

type Files = ReplyOf<typeof serviceRoutes.getApplication>['document_answer'];

interface Props {
  readonly pages: readonly PrintedPage[];
  readonly files: Files;
  readonly token: string;
}

/** In the order of the form. A file whose question is no longer asked comes last, under its key. */
function listed(pages: readonly PrintedPage[], files: Files) {
  const labels = new Map(
    pages
      .flatMap(({ lines }) => lines)
      .flatMap((line) => (line.kind === 'document' ? [[line.key, line.label] as const] : [])),
  );
  const keys = [...new Set([...labels.keys(), ...Object.keys(files)])];
  return keys.flatMap((key) => {
    const file = files[key];
    return file === undefined ? [] : [{ key, label: labels.get(key) ?? key, name: file.file_name }];
  });
}

/** The files of an application, each with a link to its PDF that works as long as the view's own. */
export function UploadedFiles({ pages, files, token }: Props) {
  const all = listed(pages, files);
  if (all.length === 0) return null;
  return (
    <section aria-label="Files">
      <h2>Files</h2>
      <dl className="stack facts" data-ruled>
        {all.map(({ key, label, name }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <a
                href={urlFor(serviceRoutes.viewDocument, {
                  params: { answer_key: key },
                  query: { service_token: token },
                })}
                target="_blank"
                rel="noreferrer"
              >
                {name}
                <span className="unseen">, PDF in a new tab</span>
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
