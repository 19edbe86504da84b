/*
 * Web standards that pages, workers and Node share and that `shared` uses. Only
 * tsconfig.shared.json includes this file; other processes have their full library.
 */

declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  static parse(url: string): URL | null;
  href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  hostname: string;
  readonly port: string;
  pathname: string;
  search: string;
  hash: string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(encoding?: 'utf-8', options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

interface AbortSignal {
  readonly aborted: boolean;
}

declare const AbortSignal: { timeout(milliseconds: number): AbortSignal };

interface Response {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    getReader(): {
      read(): Promise<{ done: false; value: Uint8Array } | { done: true; value?: undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}
