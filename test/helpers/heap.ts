import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/**
 * Makes Chromium write whole strings into a heap snapshot. By default, strings are cut after 1,024
 * characters.
 */
export const WHOLE_STRINGS = '--js-flags=--heap-snapshot-string-limit=100000000';

/** The reachable contents of one JavaScript heap after garbage collection. */
export interface Heap {
  /** The heap's strings as the snapshot's JSON text. */
  strings(): Promise<string>;
  /** Contents of reachable objects, arrays and maps. */
  objects(): Promise<HeldByObjects>;
  /** Bytes of reachable objects. */
  usedBytes(): Promise<number>;
}

interface HeldByObjects {
  /** Contents of typed arrays, as hex. */
  readonly buffers: readonly string[];
  /** Lists of 12 or 24 strings, each joined by spaces. A phrase could be stored as such a list. */
  readonly phrases: readonly string[];
}

interface Connection {
  send(method: string, params?: object): Promise<unknown>;
  on(method: string, listener: (params: unknown) => void): void;
}

/** Returns the heap of a page. All pages in one process share a heap. */
export async function heapOfPage(page: Page): Promise<Heap> {
  const session = await page.context().newCDPSession(page);
  return heapOf(connectionOf(session));
}

/** Returns the heap of the extension's service worker. */
export async function heapOfWorker(context: BrowserContext, extensionId: string): Promise<Heap> {
  const browser = context.browser();
  if (browser === null) throw new Error('the context has no browser');
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(
    ({ type, url }) => type === 'service_worker' && url.includes(extensionId),
  );
  if (worker === undefined) throw new Error('the worker is not running');
  return heapOf(await attach(session, worker.targetId));
}

function connectionOf(session: CDPSession): Connection {
  return {
    send: (method, params = {}) => session.send(method as never, params as never),
    on: (method, listener) => void session.on(method as never, listener as never),
  };
}

/** Playwright has no session for service workers, so messages are wrapped here. */
async function attach(browser: CDPSession, targetId: string): Promise<Connection> {
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (reply: { result?: unknown; error?: unknown }) => void>();
  const listeners = new Map<string, (params: unknown) => void>();
  browser.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const message = JSON.parse(event.message);
    if (typeof message.id === 'number') waiting.get(message.id)?.(message);
    else listeners.get(message.method)?.(message.params);
  });
  let count = 0;
  return {
    async send(method, params = {}) {
      count += 1;
      const id = count;
      const replied = new Promise<{ result?: unknown; error?: unknown }>((resolve) => {
        waiting.set(id, resolve);
      });
      const message = JSON.stringify({ id, method, params });
      await browser.send('Target.sendMessageToTarget', { sessionId, message });
      const { result, error } = await replied;
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result;
    },
    on: (method, listener) => void listeners.set(method, listener),
  };
}

function heapOf(connection: Connection): Heap {
  const { send } = connection;
  let chunks: string[] = [];
  connection.on('HeapProfiler.addHeapSnapshotChunk', (params) => {
    chunks.push(String(Reflect.get(Object(params), 'chunk')));
  });
  return {
    async strings() {
      chunks = [];
      await send('HeapProfiler.enable');
      await send('HeapProfiler.collectGarbage');
      await send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      return chunks.join('');
    },
    async usedBytes() {
      await send('HeapProfiler.collectGarbage');
      return Number(Reflect.get(Object(await send('Runtime.getHeapUsage')), 'usedSize'));
    },
    async objects() {
      await send('HeapProfiler.collectGarbage');
      const prototype = await objectOf(
        send('Runtime.evaluate', { expression: 'Object.prototype' }),
        'result',
      );
      const objects = await objectOf(
        send('Runtime.queryObjects', { prototypeObjectId: prototype }),
        'objects',
      );
      const answer = await send('Runtime.callFunctionOn', {
        objectId: objects,
        returnByValue: true,
        functionDeclaration: FIND_HELD,
      });
      await send('Runtime.releaseObject', { objectId: objects });
      const value: unknown = Reflect.get(Object(Reflect.get(Object(answer), 'result')), 'value');
      return {
        buffers: textsOf(Reflect.get(Object(value), 'buffers')),
        phrases: textsOf(Reflect.get(Object(value), 'phrases')),
      };
    },
  };
}

/**
 * Runs in the inspected heap. Chromium doesn't list typed arrays, so the function finds them
 * through the objects and maps that contain them.
 */
const FIND_HELD = `function () {
  const found = new Set();
  const phrases = [];
  const keep = (value) => {
    if (ArrayBuffer.isView(value)) found.add(value.buffer);
    else if (value instanceof ArrayBuffer) found.add(value);
  };
  for (const object of this) {
    try {
      for (const key of Reflect.ownKeys(object)) {
        keep(Reflect.getOwnPropertyDescriptor(object, key)?.value);
      }
      if (Array.isArray(object) && [12, 24].includes(object.length) && object.every((item) => typeof item === 'string')) {
        phrases.push(object.join(' '));
      }
      if (object instanceof Map || object instanceof Set) for (const entry of object.entries()) entry.forEach(keep);
    } catch {
      // An object of another realm, or a detached one.
    }
  }
  return {
    phrases,
    buffers: [...found].map((buffer) =>
      Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    ),
  };
}`;

function textsOf(list: unknown): string[] {
  if (!Array.isArray(list)) throw new Error('the heap gave no list');
  return list.map(String);
}

async function objectOf(answer: Promise<unknown>, name: string): Promise<string> {
  const object: unknown = Reflect.get(Object(await answer), name);
  return String(Reflect.get(Object(object), 'objectId'));
}
