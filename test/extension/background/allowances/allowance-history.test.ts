import { describe, expect, it } from 'vitest';
import { createAllowanceHistory } from '../../../../entrypoints/background/allowances/allowance-history.ts';
import { createRpc } from '../../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../../entrypoints/background/stored-keys.ts';
import { CHAIN_ID, TOKENS } from '../../../../shared/chain/deployments.ts';
import { createSparseChain, type SyntheticChain } from '../../../helpers/synthetic-chain.ts';
import { createVirtualTime } from '../../../helpers/virtual-time.ts';
import { addressOf, approvalOf } from '../../helpers/allowance-node.ts';
import { memoryAreas } from '../../helpers/memory-areas.ts';
import { nodeError, sparseNodes, type Twist } from '../../helpers/sparse-nodes.ts';

const HEAD = 2_000_000;
const NOW = 1_795_000_000;
const OWNER = `0x${'ab'.repeat(20)}`;
const USDC = TOKENS[0]?.address ?? '';
const NODES = ['https://one.example', 'https://two.example'];
const SPENDER = addressOf(1, 1);
const fresh = (): SyntheticChain => createSparseChain(HEAD, NOW);

function walletOn(
  chain: SyntheticChain,
  options: {
    twist?: Twist;
    urls?: readonly string[];
    areas?: ReturnType<typeof memoryAreas>;
    accounts?: () => readonly string[];
    senders?: ReadonlyMap<string, string>;
  } = {},
) {
  const { areas = memoryAreas(), urls = NODES, accounts = () => [OWNER] } = options;
  const time = createVirtualTime(NOW * 1000);
  const nodes = sparseNodes(chain, (request, host) => {
    if (request.method === 'eth_getTransactionByHash') {
      const from = options.senders?.get(String(request.params[0])) ?? addressOf(9, 9);
      return Response.json({ jsonrpc: '2.0', id: request.id, result: { from } });
    }
    return options.twist?.(request, host);
  });
  const { clock, wait } = time;
  const client = createRpc({ fetch: nodes.fetch, urls: () => urls, pace: { clock, wait } });
  const known = TOKENS.map(({ address }) => address.toLowerCase());
  const isKnown = (_: number, token: string) => known.includes(token);
  const history = createAllowanceHistory({
    stored: stored(areas, STORED_KEYS.allowanceLogs),
    ...{ clock, wait, fetch: nodes.fetch, pauseMs: 1_000, accounts, isKnown },
    rpcOf: () => client,
    urls: () => urls,
    knownTokens: () => known,
    // Every allowance in the logs of a known token exists on the chain.
    valuesOf: () => async (found) =>
      new Map(
        found
          .filter(({ token }) => isKnown(CHAIN_ID, token))
          .map((one) => [one, { spender: one.spender, units: 1n }]),
      ),
  });
  return {
    ...nodes,
    ...{ areas, history, time },
    found: () => history.found(CHAIN_ID),
    reading: () => history.reading(CHAIN_ID),
    later: (milliseconds: number) => time.run(time.wait(milliseconds)),
    async begin() {
      await history.load();
      history.ensure(CHAIN_ID);
    },
    /** Requests the search repeatedly, as an open page does, until everything is read. */
    async finished() {
      await history.load();
      do {
        history.ensure(CHAIN_ID);
        await time.run(time.wait(20_000));
      } while (history.reading(CHAIN_ID).percent < 100);
      await time.run(history.idle());
    },
  };
}

describe('the search for allowances', () => {
  it('finds an account’s allowances in old and new blocks, and reports when all blocks are read', async () => {
    const chain = fresh();
    const at = [HEAD - 3, HEAD - 500_000, 7];
    at.forEach((block, n) => {
      chain.mine(block, [approvalOf({ token: USDC, owner: OWNER, spender: addressOf(1, n) })]);
    });
    const { finished, found, reading } = walletOn(chain);
    await finished();
    expect(found().map(({ spender }) => spender)).toEqual(at.map((_, n) => addressOf(1, n)));
    expect(reading()).toEqual({ isReading: false, percent: 100 });
  });

  it('leaves out revoked allowances and the allowances of other accounts', async () => {
    const chain = fresh();
    chain.mine(HEAD - 3, [
      approvalOf({ token: USDC, owner: OWNER, spender: SPENDER, value: 0n }),
      approvalOf({ token: USDC, owner: addressOf(3, 3), spender: SPENDER }),
    ]);
    const { finished, found } = walletOn(chain);
    await finished();
    expect(found()).toEqual([]);
  });

  it('a new worker continues the search where a stopped worker ended', async () => {
    const chain = fresh();
    chain.mine(5, [approvalOf({ token: USDC, owner: OWNER, spender: SPENDER })]);
    const first = walletOn(chain);
    await first.begin();
    await first.later(40_000);
    const [record] = Object(await first.areas.local.get(STORED_KEYS.allowanceLogs.name)).value;
    expect(record.from).toBeGreaterThan(0);
    expect(record.from).toBeLessThan(HEAD - 1_000);
    const second = walletOn(chain, { areas: first.areas });
    await second.finished();
    expect(second.found()).toHaveLength(1);
    const past = second.ranges.filter(({ from }) => from < HEAD - 60);
    expect(past.every(({ to }) => to < record.from)).toBe(true);
  });

  it('stops the search when no page needs the allowances, and later continues with the earlier progress', async () => {
    const { begin, history, later, reading, time } = walletOn(fresh(), {
      twist: ({ method, params }) =>
        method === 'eth_getLogs' &&
        Number(Object(params[0]).toBlock) - Number(Object(params[0]).fromBlock) >= 500
          ? nodeError(-32600, 'You can make eth_getLogs requests with up to a 500 block range.')
          : undefined,
    });
    await begin();
    await later(70_000);
    await time.run(history.idle());
    const { percent } = reading();
    expect(reading().isReading).toBe(false);
    history.ensure(CHAIN_ID);
    expect(reading().isReading).toBe(true);
    await later(30_000);
    expect(reading().percent).toBeGreaterThanOrEqual(percent);
  });

  it('finds allowances that one of two nodes hides', async () => {
    const chain = fresh();
    chain.mine(HEAD - 900_000, [approvalOf({ token: USDC, owner: OWNER, spender: SPENDER })]);
    const { finished, found } = walletOn(chain, {
      twist: ({ id, method }, host) =>
        method === 'eth_getLogs' && host === 'one.example'
          ? Response.json({ jsonrpc: '2.0', id, result: [] })
          : undefined,
    });
    await finished();
    expect(found()).toHaveLength(1);
  });

  it('searches only known tokens when the nodes require addresses, and reports that other tokens may be missing', async () => {
    const chain = fresh();
    chain.mine(HEAD - 9, [approvalOf({ token: USDC, owner: OWNER, spender: SPENDER })]);
    chain.mine(HEAD - 8, [approvalOf({ token: addressOf(2, 1), owner: OWNER, spender: SPENDER })]);
    const { finished, found, reading } = walletOn(chain, {
      twist: ({ method, params }) =>
        method === 'eth_getLogs' && Object(params[0]).address === undefined
          ? nodeError(-32701, 'Please specify an address in your request')
          : undefined,
    });
    await finished();
    expect(found().map(({ token }) => token)).toEqual([USDC.toLowerCase()]);
    expect(reading().isNarrow).toBe(true);
  });

  it('reports that only a single node supplied the logs', async () => {
    const { finished, reading } = walletOn(fresh(), { urls: NODES.slice(0, 1) });
    await finished();
    expect(reading().isSingle).toBe(true);
  });

  it('keeps known tokens and the account’s grants among ten thousand spam events', async () => {
    const chain = fresh();
    const spam = (from: number) =>
      Array.from({ length: 5_000 }, (_, n) =>
        approvalOf({ token: addressOf(7, from + n), owner: OWNER, spender: SPENDER }),
      );
    const own = addressOf(2, 1);
    chain.mine(HEAD - 100_000, spam(0));
    chain.mine(HEAD - 100_001, spam(5_000));
    chain.mine(HEAD - 200_000, [approvalOf({ token: USDC, owner: OWNER, spender: SPENDER })]);
    chain.mine(HEAD - 300_000, [approvalOf({ token: own, owner: OWNER, spender: SPENDER })]);
    const [mined] = chain.logs(HEAD - 300_000, HEAD - 300_000);
    const senders = new Map([[String(mined?.transactionHash), OWNER]]);
    const { finished, found, reading } = walletOn(chain, { senders });
    await finished();
    expect(found().length).toBeLessThan(300);
    expect(reading().isCut).toBe(true);
    const kept = found().map(({ token }) => token);
    expect(kept).toContain(USDC.toLowerCase());
    expect(found().find(({ token }) => token === own)).toMatchObject({ isOwn: true });
  });

  it.each([
    { what: 'two hundred transactions of as many contracts', spread: 200, each: 1 },
    { what: 'one transaction of three hundred contracts', spread: 1, each: 300 },
    { what: 'three hundred logs of one contract', spread: 1, each: 300, isOneContract: true },
  ])(
    'finds the account’s grant of an unlisted token despite the later spam of $what',
    async (spam) => {
      const chain = fresh();
      const own = addressOf(2, 1);
      chain.mine(HEAD - 100_000, [approvalOf({ token: own, owner: OWNER, spender: SPENDER })]);
      const [mined] = chain.logs(HEAD - 100_000, HEAD - 100_000);
      for (let at = 0; at < spam.spread; at++)
        chain.mine(
          HEAD - 99_999 + at,
          Array.from({ length: spam.each }, (_, n) =>
            approvalOf({
              token: addressOf(7, spam.isOneContract === true ? 0 : at * spam.each + n),
              owner: OWNER,
              spender: addressOf(1, n),
            }),
          ),
        );
      const senders = new Map([[String(mined?.transactionHash), OWNER]]);
      const { finished, found } = walletOn(chain, { senders });
      await finished();
      expect(found().find(({ token }) => token === own)).toMatchObject({ isOwn: true });
      expect(found().filter(({ tx }) => tx !== undefined)).toEqual([]);
    },
  );

  it('searches all blocks again when the user asks for a new search', async () => {
    const chain = fresh();
    chain.mine(HEAD - 900_000, [approvalOf({ token: USDC, owner: OWNER, spender: SPENDER })]);
    let isHiding = true;
    const { finished, found, history, reading, time } = walletOn(chain, {
      urls: NODES.slice(0, 1),
      twist: ({ id, method }) =>
        isHiding && method === 'eth_getLogs'
          ? Response.json({ jsonrpc: '2.0', id, result: [] })
          : undefined,
    });
    await finished();
    expect(found()).toEqual([]);
    isHiding = false;
    const { readAgain } = history;
    await time.run(readAgain(CHAIN_ID));
    expect(reading().percent).toBeLessThan(100);
    await finished();
    expect(found()).toHaveLength(1);
  });

  it('rejects logs about an account that the search didn’t ask for, and reports both nodes', async () => {
    const chain = fresh();
    const other = approvalOf({ token: USDC, owner: addressOf(3, 3), spender: SPENDER });
    chain.mine(HEAD - 3, [other]);
    const { begin, found, history, reading, time } = walletOn(chain, {
      twist: ({ id, method }) =>
        method === 'eth_getLogs'
          ? Response.json({ jsonrpc: '2.0', id, result: chain.logs(0, HEAD) })
          : undefined,
    });
    await begin();
    await time.run(history.idle());
    expect(found()).toEqual([]);
    expect(reading().problems?.length).toBe(2);
  });

  it('searches the whole history for an account that the user adds', async () => {
    const chain = fresh();
    const added = addressOf(4, 4);
    chain.mine(HEAD - 700_000, [approvalOf({ token: USDC, owner: added, spender: SPENDER })]);
    let accounts: readonly string[] = [OWNER];
    const { finished, found, later } = walletOn(chain, { accounts: () => accounts });
    await finished();
    expect(found()).toEqual([]);
    accounts = [OWNER, added];
    await later(31_000);
    await finished();
    // The first answer still contains the former progress.
    await later(31_000);
    await finished();
    expect(found()).toHaveLength(1);
  });
});
