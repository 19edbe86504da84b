import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RDNS } from '../../shared/messages/page.ts';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';

/** Sends a request in a page. Returns `result` or the error's code, within ten seconds. */
const ASK = `
  globalThis.ask = (method, params, provider = window.ethereum) => Promise.race([
    provider.request({ method, ...(params === undefined ? {} : { params }) }).then(
      (result) => ({ result }), (error) => ({ code: error.code })),
    new Promise((resolve) => setTimeout(() => resolve('no answer'), 10_000)),
  ]);`;
const CHAIN = { result: '0x2105' };

let server: PageServer;
let browser: WalletBrowser;
let page: Page;

beforeAll(async () => {
  server = await startPageServer();
  browser = await launchWallet({
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    preferences: { extensions: { ui: { developer_mode: true } } },
  });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  page = await browser.context.newPage();
});

afterEach(() => page.close());

async function open(html: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  server.serve('/page', { body: `<!doctype html><script>${ASK}</script>${html}`, headers });
  await page.goto(`${server.url}/page`);
}

const chainId = () => page.evaluate('ask("eth_chainId")');

describe('the wallet in a page', () => {
  it('injects the provider before the page’s first script, in the page and every kind of frame', async () => {
    const note = `<script>(top.seen ??= []).push(typeof window.ethereum?.request)</script>`;
    server.serve('/frame', note);
    await open(`${note}
      <iframe src="/frame"></iframe>
      <iframe srcdoc="${note.replaceAll('"', '&quot;')}"></iframe>
      <iframe src="javascript:'${note.replaceAll("'", '')}'"></iframe>
      <script>
        const blank = document.createElement('iframe');
        document.body.append(blank);
        top.seen.push(typeof blank.contentWindow.ethereum?.request);
        const blob = document.createElement('iframe');
        blob.src = URL.createObjectURL(new Blob([${JSON.stringify(note).replaceAll('</', '<\\/')}], { type: 'text/html' }));
        document.body.append(blob);
      </script>`);
    await eventually(async () => expect(await page.evaluate('seen.length')).toBe(6));
    expect(await page.evaluate('seen.every((found) => found === "function")')).toBe(true);
  });

  it('injects a working provider into a page that forbids all foreign scripts', async () => {
    await open('', { 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'" });
    expect(await chainId()).toEqual(CHAIN);
  });

  it('responds in frames of a different origin and rejects documents without an origin with 4100', async () => {
    server.serve(
      '/inner',
      `<script>${ASK} ask('eth_chainId').then((a) => parent.postMessage(a, '*'))</script>`,
    );
    const heardFrom = async (frame: string) => {
      await open(`<script>onmessage = ({ data }) => { globalThis.heard = data; }</script>${frame}`);
      return eventually(async () => {
        const heard = await page.evaluate('globalThis.heard');
        expect(heard).toBeDefined();
        return heard;
      });
    };
    expect(await heardFrom(`<iframe src="${server.otherUrl}/inner"></iframe>`)).toEqual(CHAIN);
    const refused = { code: 4100 };
    expect(await heardFrom(`<iframe sandbox="allow-scripts" src="/inner"></iframe>`)).toEqual(
      refused,
    );
    const data = `data:text/html,${encodeURIComponent(`<script>${ASK} ask('eth_chainId').then((a) => parent.postMessage(a, '*'))</script>`)}`;
    expect(await heardFrom(`<iframe src="${data}"></iframe>`)).toEqual(refused);
  });

  it('adds only window.ethereum to the page, and writes nothing to the console', async () => {
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await open('');
    await chainId();
    const clean = await browser.context.newPage();
    await clean.goto(`chrome-extension://${browser.extensionId}/condor.svg`);
    const globals = 'Object.getOwnPropertyNames(window)';
    const usual = await clean.evaluate<string[]>(`{
      const frame = document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe');
      document.documentElement.append(frame);
      Object.getOwnPropertyNames(frame.contentWindow);
    }`);
    await clean.close();
    const found = await page.evaluate<string[]>(globals);
    const ours = found.filter(
      (name) => !usual.includes(name) && !/^(?:ask|\d+|__pw.*)$/.test(name),
    );
    expect(ours).toEqual(['ethereum']);
    expect(await page.evaluate('window.ethereum.isMetaMask')).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('announces a frozen provider by EIP-6963 at every request, with a new uuid for each load', async () => {
    const listen = `<script>
      globalThis.found = [];
      addEventListener('eip6963:announceProvider', ({ detail }) => found.push(detail));
      dispatchEvent(new Event('eip6963:requestProvider'));
      dispatchEvent(new Event('eip6963:requestProvider'));
    </script>`;
    const uuid = async () => {
      await open(listen);
      const [count, frozen, id] = await page.evaluate<[number, boolean, string]>(
        '[found.length, found.every((d) => Object.isFrozen(d) && Object.isFrozen(d.info) && d.provider === window.ethereum), found[0].info.uuid]',
      );
      expect([count, frozen]).toEqual([2, true]);
      return id;
    };
    expect(await uuid()).not.toBe(await uuid());
  });
});

describe('the wallet with a page that comes back', () => {
  it('answers a page that returns from the back/forward cache', async () => {
    await open(
      '<script>addEventListener("pageshow", (event) => { globalThis.persisted = event.persisted; })</script>',
    );
    await chainId();
    await page.evaluate('globalThis.stayed = true');
    await page.goto(`${server.otherUrl}/empty`);
    await page.goBack({ waitUntil: 'commit', timeout: 3000 }).catch(() => undefined);
    await eventually(async () => expect(await page.evaluate('globalThis.persisted')).toBe(true));
    expect(await page.evaluate('globalThis.stayed')).toBe(true);
    expect(await chainId()).toEqual(CHAIN);
  });

  it('sends the disconnect event and answers 4900 after the extension was reloaded, even if the page wasn’t reloaded', async () => {
    await open(
      '<script>globalThis.heard = []; ethereum.on("disconnect", (error) => heard.push(error.code))</script>',
    );
    const own = await launchWallet({
      preferences: { extensions: { ui: { developer_mode: true } } },
    });
    try {
      const tab = await own.context.newPage();
      await tab.goto(`${server.url}/page`);
      await tab.evaluate('ask("eth_chainId")');
      await tab.evaluate('globalThis.stayed = true');
      await own.serviceWorker.evaluate('chrome.runtime.reload()').catch(() => undefined);
      await eventually(async () => {
        expect(await tab.evaluate('ask("eth_chainId")')).toEqual({ code: 4900 });
      });
      expect(await tab.evaluate('heard')).toEqual([4900]);
      expect(await tab.evaluate('[ethereum.isConnected(), stayed]')).toEqual([false, true]);
    } finally {
      await own.close();
    }
  });

  it('answers fifty tabs that ask right after the worker died', async () => {
    const tabs = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const tab = await browser.context.newPage();
        await tab.goto(`${server.url}/page`);
        return tab;
      }),
    );
    await browser.stopWorker();
    const answers = await Promise.all(tabs.map((tab) => tab.evaluate('ask("eth_chainId")')));
    expect(answers).toEqual(tabs.map(() => CHAIN));
    await Promise.all(tabs.map((tab) => tab.close()));
  });
});

describe('the wallet with a page that only looks for a wallet', () => {
  const LOOK = `<script>
    void window.ethereum.isCondor;
    dispatchEvent(new Event('eip6963:requestProvider'));
    addEventListener('eip6963:announceProvider', ({ detail }) => { globalThis.found = detail; });
    dispatchEvent(new Event('eip6963:requestProvider'));
  </script>`;

  it('leaves a stopped worker asleep for frames without a listener, and wakes the worker when the page adds a listener', async () => {
    server.serve('/frame', { body: `<!doctype html>${LOOK}` });
    await browser.stopWorker();
    await open(LOOK + '<iframe src="/frame"></iframe>'.repeat(20));
    expect(await page.evaluate('found.info.rdns')).toBe(RDNS);
    // A page with a listener connects in an idle callback, so two idle callbacks are enough to
    // detect a connection.
    await page.evaluate(
      'new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))',
    );
    expect(await browser.isWorkerRunning()).toBe(false);
    await page.evaluate('void ethereum.on("chainChanged", () => undefined)');
    await eventually(async () => expect(await browser.isWorkerRunning()).toBe(true));
  });

  it('wakes a stopped worker when a page reads the state, and returns the state', async () => {
    await browser.stopWorker();
    await open(LOOK);
    await eventually(async () => expect(await page.evaluate('ethereum.chainId')).toBe('0x2105'));
  });
});

describe('the wallet with a hostile page', () => {
  it('doesn’t open a port for a page that forges the message that transfers the port', async () => {
    await open('');
    const forged = await page.evaluate(`new Promise((resolve) => {
      const heard = [];
      const hand = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => heard.push(data);
        port1.postMessage({ id: '1', method: 'eth_chainId', params: '[]' });
        return port2;
      };
      dispatchEvent(new MessageEvent('message', { data: 'condor:port', ports: [hand()], source: window }));
      postMessage('condor:port', '*', [hand()]);
      const frame = document.createElement('iframe');
      frame.src = '/frame';
      document.body.append(frame);
      frame.contentWindow.postMessage('condor:port', '*', [hand()]);
      frame.onload = () => ask('eth_chainId').then(() => ask('eth_chainId')).then(() => resolve(heard));
    })`);
    expect(forged).toEqual([]);
    expect(await chainId()).toEqual(CHAIN);
  });

  it('ignores malformed messages on a stolen port, and answers other messages as the page’s own requests', async () => {
    await open('');
    const noise = await page.evaluate(`(async () => {
      const post = MessagePort.prototype.postMessage;
      let stolen;
      MessagePort.prototype.postMessage = function (...args) { stolen = this; return post.apply(this, args); };
      await ask('eth_chainId');
      const heard = [];
      stolen.addEventListener('message', ({ data }) => { if (data.id !== undefined) heard.push(data); });
      for (const message of [1, null, [], {}, { id: 1, method: 'eth_chainId', params: '[]' },
        { id: 'a', method: 'eth_chainId' }, { id: 'b', method: 'x'.repeat(129), params: '[]' },
        { id: 'c', method: '__proto__', params: '[]' }, { id: 'd', method: 'constructor', params: '[]' },
        { id: 'e', method: 'eth_chainId', params: '{' },
        { id: 'f', method: 'eth_accounts', params: '[]', origin: 'https://other.example', sender: {} }]) {
        post.call(stolen, message);
      }
      await ask('eth_chainId');
      return heard.filter(({ id }) => /[a-z]/.test(id)).map(({ id, result, error }) => [id, result ?? error.code]);
    })()`);
    expect(noise).toEqual([
      ['c', -32601],
      ['d', -32601],
      ['e', '0x2105'],
      ['f', []],
    ]);
  });

  it('a page that patches prototypes breaks only itself, and the frame of a different site gets its answer', async () => {
    server.serve(
      '/victim',
      `<script>${ASK} ask('eth_chainId').then((a) => parent.postMessage(a, '*'))</script>`,
    );
    await open(`<script>
      const evil = () => { throw new Error('patched'); };
      Object.defineProperty(Object.prototype, 'id', { get: () => 'evil', set() {}, configurable: true });
      Object.defineProperty(Object.prototype, 'method', { get: () => 'eth_sendTransaction', set() {}, configurable: true });
      for (const of of [Map.prototype, Set.prototype]) for (const name of ['get', 'set', 'has', 'delete']) if (of[name]) of[name] = evil;
      Array.prototype.push = Array.prototype.join = JSON.stringify = JSON.parse = EventTarget.prototype.dispatchEvent = evil;
      globalThis.heard = undefined;
      onmessage = ({ data }) => { heard = data; };
    </script><iframe src="${server.otherUrl}/victim"></iframe>`);
    // Uses the protocol directly, because Playwright's own evaluation would use the prototypes that
    // the page has patched.
    const session = await browser.context.newCDPSession(page);
    const read = async (expression: string): Promise<unknown> => {
      const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true });
      return result.value;
    };
    await eventually(async () => expect(await read('heard.result')).toBe('0x2105'));
    expect(
      await read('ethereum.request({ method: "eth_chainId" }).then(() => "answer", () => "error")'),
    ).toBe('error');
    const after = await browser.context.newPage();
    await after.goto(`${server.otherUrl}/empty`);
    expect(await after.evaluate('Object.prototype.method')).toBeUndefined();
    await after.close();
  });

  it.each([
    ['a BigInt', '[1n]'],
    ['a cycle', '(() => { const a = []; a.push(a); return a; })()'],
    ['65 MB', '["x".repeat(65_000_000)]'],
    ['a toJSON that throws', '[{ toJSON() { throw new Error("no"); } }]'],
    ['a getter that throws', '[{ get a() { throw new Error("no"); } }]'],
    ['a function', '() => 1'],
    ['a symbol', 'Symbol("a")'],
  ])('answers -32602 for params with %s, and the next request works', async (_, params) => {
    await open('');
    expect(await page.evaluate(`ask('eth_call', ${params})`)).toEqual({ code: -32602 });
    expect(await chainId()).toEqual(CHAIN);
  });

  it.each([
    'undefined',
    'null',
    '"eth_chainId"',
    '[]',
    '{}',
    '{ method: 1 }',
    '{ method: "x".repeat(200) }',
    '{ method: "" , params: 1n }',
  ])('answers the request %s with an error code', async (request) => {
    await open('');
    const code = await page.evaluate(
      `ethereum.request(${request}).then(() => 'answer', (error) => [error instanceof Error, error.code])`,
    );
    expect([-32600, -32602]).toContain((code as unknown[])[1]);
    expect((code as unknown[])[0]).toBe(true);
  });

  it('rejects params whose members are only on __proto__', async () => {
    await open('');
    const network = { chainId: '0x64', chainName: 'One', rpcUrls: ['https://one.example'] };
    const params = `[JSON.parse('{"__proto__": ${JSON.stringify(network)} }')]`;
    expect(await page.evaluate(`ask('wallet_addEthereumChain', ${params})`)).toEqual({
      code: -32602,
    });
  });
});

describe('Condor beside another wallet', () => {
  /** Runs the provider's script again in a page where another wallet was there first. */
  const runAfter = async (first: string) => {
    const script = await readFile(
      new URL('../../.output/chrome-mv3/inpage.js', import.meta.url),
      'utf8',
    );
    await open('');
    return page.evaluate(`(() => {
      const ours = window.ethereum;
      let announced = 0;
      addEventListener('eip6963:announceProvider', () => { announced += 1; });
      delete window.ethereum;
      ${first}
      const before = announced;
      (0, eval)(${JSON.stringify(script)});
      let kept;
      try { kept = window.ethereum === globalThis.theirs; } catch { kept = true; }
      return { kept, announced: announced - before };
    })()`);
  };

  it.each([
    ['a plain property', 'window.ethereum = globalThis.theirs = {}'],
    [
      'a Proxy',
      'window.ethereum = globalThis.theirs = new Proxy({}, { get() { throw new Error("trap"); }, has() { throw new Error("trap"); } })',
    ],
    [
      'a property that cannot be configured',
      'globalThis.theirs = {}; Object.defineProperty(window, "ethereum", { value: theirs })',
    ],
    [
      'a setter that throws',
      'Object.defineProperty(window, "ethereum", { get() { return globalThis.theirs; }, set() { throw new Error("mine"); } }); globalThis.theirs = {}',
    ],
    [
      'a getter that throws',
      'Object.defineProperty(window, "ethereum", { get() { throw new Error("mine"); } })',
    ],
  ])(
    'leaves an earlier wallet’s window.ethereum in place, defined as %s, and announces Condor',
    async (_, first) => {
      expect(await runAfter(first)).toEqual({ kept: true, announced: 1 });
    },
  );

  it('lets a later wallet replace window.ethereum, and answers a page that finds Condor by EIP-6963', async () => {
    await open(`<script>
      Object.defineProperty(window, 'ethereum', { value: { mine: true }, configurable: false, writable: false });
      addEventListener('eip6963:announceProvider', ({ detail }) => { globalThis.condor = detail.provider; });
      dispatchEvent(new Event('eip6963:requestProvider'));
    </script>`);
    expect(await page.evaluate('window.ethereum.mine')).toBe(true);
    expect(await page.evaluate('ask("eth_chainId", undefined, condor)')).toEqual(CHAIN);
  });
});
