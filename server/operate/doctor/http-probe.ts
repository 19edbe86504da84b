/** A response, or the reason why there is none. */
export type ProbeResult =
  | { readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly failure: string };

export type HttpProbe = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<ProbeResult>;

const MAX_MS = 10_000;
const MAX_TEXT = 10_000;

/** Creates a client that, like wallets, doesn't follow redirects. */
export function createProbe(fetch: typeof globalThis.fetch): HttpProbe {
  return async (url, headers = {}) => {
    try {
      const signal = AbortSignal.timeout(MAX_MS);
      const response = await fetch(url, { headers: { ...headers }, redirect: 'manual', signal });
      const text = (await response.text()).slice(0, MAX_TEXT);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      return { failure: codeOf(error) };
    }
  };
}

/** Returns the innermost code of an error, such as ECONNREFUSED, or its message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no response in ${MAX_MS / 1000} s`;
  if (error.cause !== undefined) return codeOf(error.cause);
  return 'code' in error ? String(error.code) : error.message;
}
