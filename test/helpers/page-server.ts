import { createServer } from 'node:http';

/** The response at one address. */
interface ServedPage {
  readonly body: string | Uint8Array;
  /** Default: `text/html`. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PageServer {
  readonly port: number;
  /** Two origins with the same pages. */
  readonly url: string;
  readonly otherUrl: string;
  /** Puts a page at a path such as `/a.html`. */
  serve(path: string, page: ServedPage | string): void;
  stop(): Promise<void>;
}

/** Serves a test's pages under two origins. Unknown paths are empty pages. */
export async function startPageServer(): Promise<PageServer> {
  const pages = new Map<string, ServedPage>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '');
    const { body, type = 'text/html', headers = {} } = pages.get(path) ?? EMPTY;
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: `http://localhost:${port}`,
    otherUrl: `http://127.0.0.1:${port}`,
    serve: (path, page) => pages.set(path, typeof page === 'string' ? { body: page } : page),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const EMPTY: ServedPage = { body: '<!doctype html><title>empty</title>' };
