export type LogFormat = 'JSON' | 'Text';

/** What a function's thread is started with. */
export interface WorkerSetup {
  readonly folder: string;
  readonly handler: string;
  /** How lines of the function's console become lines of its log. */
  readonly logFormat: LogFormat;
  /** In MB. */
  readonly memory: number;
  /** The folder of Node's compiled code. Without it, each environment compiles its bundle. */
  readonly compileCache: string | undefined;
}

export interface WorkerCall {
  readonly id: string;
  readonly event: unknown;
  /** The time that the function may take. No moment, so that the clocks of both sides may differ. */
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
