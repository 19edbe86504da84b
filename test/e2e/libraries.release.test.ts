import { verifyMessage, verifyTypedData } from 'ethers';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAs } from '../../shared/parse.ts';
import { type Anvil, startAnvil } from '../devnet/anvil.ts';
import { DEVNET_MNEMONIC } from '../devnet/devnet.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';
import { bundlePages } from './bundle-pages.ts';
import { MAIL, type Site } from './pages/site.ts';

const OutcomeSchema = Type.Object({
  result: Type.Optional(Type.Unknown()),
  error: Type.Optional(
    Type.Object({
      names: Type.Array(Type.Unknown()),
      codes: Type.Array(Type.Unknown()),
      messages: Type.Array(Type.Unknown()),
    }),
  ),
});

/**
 * Each library's errors for a rejection and for an unknown chain. ethers 6 has a name for every
 * rejection; ethers 5 has a name only for rejected signatures and transactions.
 */
const LIBRARIES = [
  { name: 'viem', chainId: 31_337, rejected: 'UserRejectedRequestError', unknown: 4902 },
  { name: 'wagmi', chainId: 31_338, rejected: 'UserRejectedRequestError', unknown: undefined },
  { name: 'ethers', chainId: 31_339, rejected: 'ACTION_REJECTED', unknown: 4902 },
  { name: 'web3', chainId: 31_340, rejected: 4001, unknown: 4902 },
  {
    name: 'ethers5',
    chainId: 31_341,
    rejected: 'ACTION_REJECTED',
    connectRejected: 4001,
    unknown: 4902,
  },
] as const satisfies readonly Library[];

interface Library {
  readonly name: string;
  readonly chainId: number;
  readonly rejected: string | number;
  /** Error of a library that reports a refused connection differently. */
  readonly connectRejected?: string | number;
  readonly unknown: number | undefined;
}
const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let used: WalletInUse;
let server: PageServer;
let second: Anvil;

beforeAll(async () => {
  const bundled = bundlePages(LIBRARIES.map(({ name }) => name));
  [used, server, second] = await Promise.all([
    // Mines blocks at Base's pace: a library that missed a transaction's block checks again only at
    // the next block.
    startWalletInUse({ blockTime: 2 }),
    startPageServer(),
    startAnvil({ port: 0, host: '127.0.0.1', chainId: 1, mnemonic: DEVNET_MNEMONIC }),
  ]);
  for (const [name, code] of await bundled) {
    server.serve(`/${name}.js`, { body: code, type: 'text/javascript' });
  }
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
  await second?.stop();
});

describe.each<Library>(LIBRARIES)('a dApp built with $name', (library) => {
  const { name, chainId, rejected, unknown } = library;
  let page: Page;

  const outcome = async (method: keyof Site, ...args: readonly unknown[]) => {
    const answer = await page.evaluate(
      `site.run(${[method, ...args].map((value) => JSON.stringify(value)).join()})`,
    );
    const parsed = parseAs(OutcomeSchema, answer);
    if (parsed === undefined) throw new Error(`no outcome: ${JSON.stringify(answer)}`);
    return parsed;
  };
  const run = async (method: keyof Site, ...args: readonly unknown[]) => {
    const { result, error } = await outcome(method, ...args);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  const labelsOf = ({ error }: Awaited<ReturnType<typeof outcome>>) => [
    ...(error?.names ?? []),
    ...(error?.codes ?? []),
  ];
  const lower = (value: unknown) => JSON.parse(JSON.stringify(value).toLowerCase()) as unknown;
  const network = () => ({
    chainId,
    name: `Second of ${name}`,
    rpcUrl: `http://127.0.0.1:${second.port}`,
  });

  beforeAll(async () => {
    const { rpcUrl } = network();
    await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'anvil_setChainId',
        params: [chainId],
      }),
    });
    server.serve(
      `/${name}.html`,
      `<!doctype html><title>${name}</title>
       <script>secondNetwork = ${JSON.stringify({ ...network(), baseUrl: used.devnet.rpcUrl })}</script>
       <script type="module" src="/${name}.js"></script>`,
    );
    page = await used.browser.context.newPage();
    // The libraries share two origins, because a site may open only thirty prompts a minute.
    const origin = chainId % 2 === 0 ? server.url : server.otherUrl;
    await page.goto(`${origin}/${name}.html`);
  });

  afterAll(() => page?.close());

  it('a dApp gets the library’s own error when the user rejects the connection, and connects on the second try', async () => {
    const [refused] = await Promise.all([outcome('connect'), used.answer('Reject')]);
    expect(labelsOf(refused)).toContain(library.connectRejected ?? rejected);
    const [accounts] = await Promise.all([run('connect'), used.answer('Connect')]);
    expect(lower(accounts)).toEqual([used.address.toLowerCase()]);
    expect(await run('chainId')).toBe(8453);
  });

  it('signs a message that ethers verifies, and reports a rejection', async () => {
    const [refused] = await Promise.all([outcome('sign', 'Grüße'), used.answer('Reject')]);
    expect(labelsOf(refused)).toContain(rejected);
    const [signature, said] = await Promise.all([run('sign', 'Grüße 🦅'), used.answer('Sign')]);
    expect(said).toContain('Grüße 🦅');
    expect(verifyMessage('Grüße 🦅', String(signature))).toBe(used.address);
  });

  it('signs typed data that ethers verifies', async () => {
    const [signature, said] = await Promise.all([run('signTyped'), used.answer('Sign')]);
    expect(said).toContain('Hello, Bob!');
    const types = Object.fromEntries(Object.entries(MAIL.types).map(([k, v]) => [k, [...v]]));
    const signer = verifyTypedData(MAIL.domain, types, MAIL.message, String(signature));
    expect(signer).toBe(used.address);
  });

  it('sends a transaction that is mined once, and reports a rejection', async () => {
    const balance = () => used.devnet.client.getBalance({ address: FRIEND });
    const before = await balance();
    const [refused] = await Promise.all([outcome('send', FRIEND), used.answer('Reject')]);
    expect(labelsOf(refused)).toContain(rejected);
    const [hash] = await Promise.all([run('send', FRIEND), used.answer('Confirm')]);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await balance()).toBe(before + 1n);
  });

  it('adds an unknown chain, switches to it and switches back', async () => {
    if (unknown !== undefined) {
      const refused = await outcome('switchTo', chainId);
      expect(refused.error?.codes).toContain(unknown);
    }
    const [, said] = await Promise.all([run('add', network()), used.answer('Add and switch')]);
    expect(said).toContain(String(chainId));
    expect(await run('chainId')).toBe(chainId);
    await Promise.all([run('switchTo', 8453), used.answer('Switch')]);
    expect(await run('chainId')).toBe(8453);
  });

  it('a dApp stays connected after a reload until it disconnects', async () => {
    await page.reload();
    expect(lower(await run('accounts'))).toEqual([used.address.toLowerCase()]);
    await run('disconnect');
    expect(await run('accounts')).toEqual([]);
    await page.reload();
    expect(await run('accounts')).toEqual([]);
  });
});
