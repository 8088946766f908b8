export type LogFormat = 'JSON' | 'Text';

/** Settings of a function's thread. */
export interface WorkerSetup {
  readonly folder: string;
  readonly handler: string;
  /** Format of the function's log lines. */
  readonly logFormat: LogFormat;
  /** In MB. */
  readonly memory: number;
  /** Folder of Node's compile cache. Without it, each environment compiles its bundle. */
  readonly compileCache: string | undefined;
}

export interface WorkerCall {
  readonly id: string;
  readonly event: unknown;
  /**
   * Time limit of the call. A duration and not a point in time, because the clocks of both threads may
   * differ.
   */
  readonly milliseconds: number;
  readonly context: Readonly<Record<string, string>>;
}

export interface FunctionFailure {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

export type WorkerReply =
  | { readonly ready: true }
  | { readonly id: string; readonly result: string }
  | { readonly id: string; readonly error: FunctionFailure };
