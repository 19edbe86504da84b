import { encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { createApprovals } from '../../../entrypoints/background/approvals/approvals.ts';
import { approvalCommands } from '../../../entrypoints/background/approvals/explain/commands.ts';
import { inspectRequest } from '../../../entrypoints/background/approvals/explain/inspect.ts';
import { createRecheck, markOf } from '../../../entrypoints/background/approvals/recheck.ts';
import { createRequestReader } from '../../../entrypoints/background/approvals/request-reader.ts';
import { createBlockedSites } from '../../../entrypoints/background/kernel/blocked-sites.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { ApprovalDraft, Requester } from '../../../shared/approvals/types.ts';
import { BOOK_R12, CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { inspectDeps } from '../helpers/inspect-deps.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const FRAME: Requester = {
  origin: 'https://frame.example',
  topOrigin: 'https://top.example',
  documentId: 'doc',
  own: false,
};

/** The handlers of a queue whose node doesn't answer. Counts how often the feed is read. */
function start() {
  const areas = memoryAreas();
  const clock = createFakeClock();
  const onChange = () => undefined;
  let reads = 0;
  const repeats: string[] = [];
  const rpcOf = () => ({ request: () => Promise.reject(new TypeError('away')) });
  const blockedSites = createBlockedSites({
    stored: stored(areas, STORED_KEYS.blockedSites),
    clock,
    onChange,
  });
  const requestReader = createRequestReader({
    mark: stored(areas, STORED_KEYS.readRequest),
    clock,
  });
  const approvals = createApprovals({
    stored: stored(areas, STORED_KEYS.drafts),
    reader: requestReader,
    random: createFakeRandom(),
    clock,
    alarms: { set: async () => undefined, clear: async () => undefined },
    show: async () => undefined,
    showMissing: async () => undefined,
    isBlocked: blockedSites.has,
    onChange,
  });
  const feed = {
    async fresh(): Promise<never> {
      reads += 1;
      throw new TypeError('away');
    },
  };
  const handlers = approvalCommands({
    approvals,
    blockedSites,
    recheck: createRecheck({ stored: stored(areas, STORED_KEYS.shownSimulations), clock, rpcOf }),
    async repeated() {
      repeats.push(...approvals.open().map(({ request }) => markOf(request)));
    },
  });
  /** Inspects a request. Returns how often the feed was read for the inspection. */
  const inspect = async (draft: ApprovalDraft) => {
    reads = 0;
    const position = { index: 1, count: 1 };
    const { view } = await inspectRequest(
      { ...inspectDeps(clock), rpcOf, feed },
      draft,
      await requestReader.read(draft),
      { position, mark: '' },
    );
    return { view, reads };
  };
  const open = async (call: { to: string; data: Hex; value?: string }, chainId = CHAIN_ID) => {
    const transaction = { value: '0x0', ...call };
    approvals
      .request({
        requestKey: `key ${approvals.open().length}`,
        requester: FRAME,
        request: { kind: 'transaction', account: ACCOUNT, transaction },
        chainId,
      })
      .catch(() => undefined);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    const draft = approvals.open().at(-1);
    if (draft === undefined) throw new Error('nothing was asked');
    return draft;
  };
  return { handlers, approvals, blockedSites, open, inspect, repeats };
}

const fill = encodeFill({
  order: {
    maker: ACCOUNT,
    orderExpiryTimestamp: unixSeconds(1_900_000_000),
    collateral: TOKEN,
    isCall: false,
    priceFeed: TOKEN,
    implementation: TOKEN,
    isLong: false,
    maxCollateralUsable: tokenAmount(1n),
    strikes: [price8(1n)],
    expiry: unixSeconds(1_900_000_000),
    price: price8(1n),
    extraOptionData: '0x',
  },
  signature: `0x${'11'.repeat(65)}`,
  referrer: zeroAddress,
  numContracts: contracts(1n),
});
const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BOOK_R12, amount] });
const callOf = ({ request }: ApprovalDraft) =>
  request.kind === 'transaction' ? request.transaction : undefined;

describe('the view of a request', () => {
  it('reads the feed for a fill on Base, but not for the same bytes on a different network', async () => {
    const { open, inspect } = start();
    const base = await inspect(await open({ to: BOOK_R12, data: fill }));
    expect(base.reads).toBe(1);
    const other = await inspect(await open({ to: BOOK_R12, data: fill }, 10));
    expect(other.reads).toBe(0);
    expect(other.view).toMatchObject({
      kind: 'transaction',
      steps: [{ dangers: [{ code: 'meaning.unknown' }] }],
    });
  });
});

describe('a decision about a request', () => {
  it('refuses a decision about an outdated form of a request, and inspects the current form again', async () => {
    const { handlers, open, repeats } = start();
    const { id, request } = await open({ to: TOKEN, data: approve(1n) });
    const decided = handlers['approvals.decide']({
      id,
      mark: 'earlier',
      choice: { kind: 'agree' },
    });
    await expect(decided).rejects.toThrow('not as the window showed it');
    expect(repeats).toEqual([markOf(request)]);
  });
});

describe('an allowance edited in the window', () => {
  it.each([CHAIN_ID, 10])(
    'changes the draft’s allowance when the user edits the amount in the window (chain %d)',
    async (chainId) => {
      const { handlers, approvals, open, repeats } = start();
      const { id } = await open({ to: TOKEN, data: approve(500n) }, chainId);
      await handlers['approvals.setAllowance']({ id, amount: '7' });
      const draft = approvals.find(id);
      expect(repeats).toEqual(draft && [markOf(draft.request)]);
      expect(draft && callOf(draft)).toEqual({ to: TOKEN, value: '0x0', data: approve(7n) });
    },
  );

  it('ignores an edited allowance for a call without an allowance and for an ended request', async () => {
    const { handlers, approvals, open } = start();
    const { id, request } = await open({ to: BOOK_R12, data: fill });
    await handlers['approvals.setAllowance']({ id, amount: '7' });
    expect(approvals.find(id)?.request).toEqual(request);
    await approvals.endAll('rejected');
    await handlers['approvals.setAllowance']({ id, amount: '7' });
    expect(approvals.open()).toEqual([]);
  });
});

describe('blocking a site in the window', () => {
  it('blocks the site of a frame and ends the site’s requests, but doesn’t block the embedding site', async () => {
    const { handlers, approvals, blockedSites, open } = start();
    await open({ to: TOKEN, data: approve(1n) });
    const { id } = await open({ to: TOKEN, data: approve(2n) });
    await handlers['approvals.blockSite']({ id });
    expect(approvals.open()).toEqual([]);
    expect(['frame.example', 'top.example'].map(blockedSites.has)).toEqual([true, false]);
  });

  it('makes the tab of a blocked site wait, even if the tab moves to a different site', async () => {
    const { handlers, approvals, open } = start();
    const { id } = await open({ to: TOKEN, data: approve(1n) });
    await handlers['approvals.blockSite']({ id });
    const requester = { ...FRAME, origin: 'https://another.example' };
    const asked = approvals.request({
      requestKey: 'next',
      requester,
      request: { kind: 'connect' },
      chainId: CHAIN_ID,
    });
    await expect(asked).rejects.toThrow('no prompts for 120 seconds');
  });
});
