import type { ComponentType } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { reportError } from '../api-client/error-reports.ts';

/** What the file of a part exports. */
interface File {
  readonly Component: ComponentType;
  /** Brings what the part needs, whenever somebody comes to it from elsewhere. */
  readonly loader?: () => Promise<unknown>;
}

/** A page, or a group of pages, whose file comes when it is asked for. */
export interface LazyRoute {
  readonly load: () => Promise<File>;
  file?: File;
  failure?: { readonly error: unknown };
}

/** Whether a part can be drawn at once for somebody who sees these parts now. */
export const isLoaded = ({ file, failure }: LazyRoute, isSeen: boolean): boolean =>
  file !== undefined && failure === undefined && (file.loader === undefined || isSeen);

/** Brings all that a part needs. What fails shows in the part's place, and is tried again when it is asked for again. */
export async function loadRoute(part: LazyRoute): Promise<void> {
  try {
    part.file ??= await part.load();
    await part.file.loader?.();
    delete part.failure;
  } catch (error) {
    part.failure = { error };
  }
}

function Content({ part: { file, failure } }: { part: LazyRoute }) {
  if (failure !== undefined) throw failure.error;
  return file && <file.Component />;
}

/** Draws a part; one that breaks shows something else in its place, until somebody goes on. */
export function RouteBoundary({ part, Broken }: { part: LazyRoute; Broken: ComponentType }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary fallback={<Broken />} onError={reportError} resetKeys={[key]}>
      <Content part={part} />
    </ErrorBoundary>
  );
}
