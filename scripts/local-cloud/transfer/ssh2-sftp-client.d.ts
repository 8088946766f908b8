declare module 'ssh2-sftp-client' {
  interface ConnectOptions {
    readonly host: string;
    readonly port: number;
    readonly username: string;
    readonly privateKey?: string | undefined;
    readonly password?: string | undefined;
    /** Milliseconds. */
    readonly readyTimeout: number;
    readonly hostVerifier: (key: Buffer) => boolean;
  }

  interface ListedFile {
    /** `d` for a folder. */
    readonly type: string;
    readonly name: string;
    readonly size: number;
    /** Milliseconds since 1970. */
    readonly modifyTime: number;
  }

  type Callback = (error?: Error) => void;

  class SftpClient {
    /** Without callbacks, the client prints each end of a connection. */
    constructor(
      name: string,
      callbacks: { readonly error: Callback; readonly end: Callback; readonly close: Callback },
    );
    connect(options: ConnectOptions): Promise<unknown>;
    put(input: Buffer, remotePath: string): Promise<string>;
    stat(remotePath: string): Promise<{ readonly size: number }>;
    rename(from: string, to: string): Promise<string>;
    list(remotePath: string): Promise<readonly ListedFile[]>;
    end(): Promise<boolean>;
  }

  export default SftpClient;
}
