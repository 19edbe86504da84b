import { encodeFunctionData, type Hex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApprovals } from '../../../../entrypoints/background/approvals/approvals.ts';
import { EXPIRY_MS } from '../../../../entrypoints/background/approvals/queue.ts';
import {
  createRequestReader,
  FROZEN_AFTER_MS,
} from '../../../../entrypoints/background/approvals/request-reader.ts';
import { SHOW_AGAIN_MS } from '../../../../entrypoints/background/approvals/site-limits.ts';
import { stored } from '../../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../../entrypoints/background/stored-keys.ts';
import type {
  ApprovalEnd,
  ApprovalRequest,
  Choice,
  Requester,
} from '../../../../shared/approvals/types.ts';
import { multicallsAbi } from '../../../../shared/chain/abi/multicalls.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { createFakeClock, createFakeRandom } from '../../../helpers/fake-world.ts';
import { memoryAreas } from '../../helpers/memory-areas.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SITE: Requester = { origin: 'https://dapp.example', documentId: 'doc-1', own: false };
const SIGN: ApprovalRequest = { kind: 'personal_sign', account: ACCOUNT, message: '0x68656c6c6f' };

const CALL = { to: ACCOUNT, value: '0x0', data: '0x' } as const;

let areas = memoryAreas();
let clock = createFakeClock();
let shown = 0;
let alarmAt: number | undefined;
let blocked = '';
let onChange: () => void;

function start(show = async () => undefined as undefined, seed = 'approvals') {
  return createApprovals({
    stored: stored(areas, STORED_KEYS.drafts),
    reader: createRequestReader({ mark: stored(areas, STORED_KEYS.readRequest), clock }),
    random: createFakeRandom(seed),
    clock,
    show: async () => {
      shown += 1;
      await show();
    },
    showMissing: show,
    alarms: {
      set: async (_, at) => {
        alarmAt = at;
      },
      clear: async () => {
        alarmAt = undefined;
      },
    },
    isBlocked: (site) => site === blocked,
    onChange: () => onChange(),
  });
}

const ask = (
  approvals: ReturnType<typeof start>,
  requestKey = 'doc-1:1',
  request: ApprovalRequest = SIGN,
) => approvals.request({ requestKey, requester: SITE, request, chainId: 8453 });

/** Waits until a window shows the first request. Returns the request's draft. */
async function opened(approvals: ReturnType<typeof start>) {
  for (let turn = 0; turn < 20; turn++) {
    const draft = approvals.open()[0];
    if (draft !== undefined && shown > 0) return draft;
    await Promise.resolve();
  }
  throw new Error('no draft was opened');
}

beforeEach(() => {
  areas = memoryAreas();
  clock = createFakeClock();
  shown = 0;
  alarmAt = undefined;
  blocked = '';
  onChange = () => undefined;
});

/** Sites get the same code for a rejection by the user and for a request that a lock ended. */
function codeOf(reason: ApprovalEnd) {
  if (reason === 'expired') return 'unanswered';
  return reason === 'wallet locked' ? 'lockedMeanwhile' : 'rejected';
}

describe('an approval', () => {
  it('stores a request before its window opens, and ends the request with the user’s choice', async () => {
    let storedAtShow: unknown;
    const approvals = start(async () => {
      storedAtShow = areas.session.content.get('drafts');
      return undefined;
    });
    const answer = ask(approvals);
    const draft = await opened(approvals);
    await approvals.decide(draft.id, { kind: 'agree' });
    expect(await answer).toEqual({ choice: { kind: 'agree' }, request: SIGN });
    expect(storedAtShow).toMatchObject({ value: [{ request: SIGN, requester: SITE }] });
    expect(approvals.open()).toEqual([]);
  });

  it('keeps the stored request unchanged when the caller’s object changes later', async () => {
    const approvals = start();
    const request = { ...SIGN };
    ask(approvals, 'doc-1:1', request).catch(() => undefined);
    const draft = await opened(approvals);
    request.kind = 'connect' as never;
    expect(draft.request).toEqual(SIGN);
    expect(Object.isFrozen(draft)).toBe(true);
  });

  it('reports the rejection when the user rejects, and a second decision changes nothing', async () => {
    const approvals = start();
    const answer = ask(approvals);
    const draft = await opened(approvals);
    await approvals.decide(draft.id, { kind: 'reject' });
    await approvals.decide(draft.id, { kind: 'agree' });
    await expect(answer).rejects.toMatchObject({ code: 'rejected' });
  });

  it.each<[ApprovalRequest, RegExp]>([
    [{ kind: 'transaction', account: ACCOUNT, transaction: CALL }, /user denied transaction/i],
    [{ kind: 'calls', account: ACCOUNT, calls: [CALL] }, /user denied transaction/i],
    [SIGN, /user denied message/i],
    [{ kind: 'connect' }, /user rejected the request/i],
  ])(
    'describes the rejection of a request of kind $kind in the form that ethers 5 expects',
    async (request, message) => {
      for (const close of [false, true]) {
        const approvals = start();
        const answer = ask(approvals, 'doc-1:1', request);
        const { id } = await opened(approvals);
        await (close
          ? approvals.endAll('window closed')
          : approvals.decide(id, { kind: 'reject' }));
        await expect(answer).rejects.toThrow(message);
      }
    },
  );

  it.each(['window closed', 'wallet locked', 'page gone', 'account or chain changed'] as const)(
    'rejects a request that ends for the reason “%s”',
    async (reason) => {
      const approvals = start();
      const answer = ask(approvals);
      await opened(approvals);
      await approvals.endAll(reason);
      await expect(answer).rejects.toMatchObject({ code: codeOf(reason) });
      expect(approvals.open()).toEqual([]);
    },
  );

  it('expires a request after half an hour without an answer', async () => {
    const approvals = start();
    const answer = ask(approvals);
    const { createdAt } = await opened(approvals);
    expect(alarmAt).toBeGreaterThan(createdAt + EXPIRY_MS);
    clock.advance(EXPIRY_MS - 1);
    await approvals.expire();
    expect(approvals.open()).toHaveLength(1);
    clock.advance(2);
    await approvals.expire();
    await expect(answer).rejects.toMatchObject({ code: 'unanswered' });
    expect(alarmAt).toBeUndefined();
  });

  it('rejects an approval that comes after half an hour, even if the alarm never rang', async () => {
    const approvals = start();
    const answer = ask(approvals);
    const { id } = await opened(approvals);
    clock.advance(EXPIRY_MS + 1);
    expect(approvals.open()).toEqual([]);
    await approvals.decide(id, { kind: 'agree' });
    await expect(answer).rejects.toMatchObject({ code: 'unanswered' });
  });

  it('reports a request as unanswered when the page returns half an hour after the consent', async () => {
    const before = start();
    ask(before).catch(() => undefined);
    const { id } = await opened(before);
    const reborn = start();
    await reborn.restore();
    await reborn.decide(id, { kind: 'agree' });
    clock.advance(EXPIRY_MS + 1);
    await expect(ask(reborn)).rejects.toMatchObject({ code: 'unanswered' });
  });

  it('keeps a request open when its window fails to open, until the user answers the request', async () => {
    const approvals = start(() => Promise.reject(new Error('no window')));
    const answer = ask(approvals);
    const draft = await opened(approvals);
    await approvals.decide(draft.id, { kind: 'agree' });
    expect(await answer).toMatchObject({ choice: { kind: 'agree' } });
  });

  it('removes a request from the pages when it couldn’t be stored', async () => {
    const approvals = start();
    const seen: number[] = [];
    onChange = () => seen.push(approvals.open().length);
    areas.session.set = () => Promise.reject(new Error('Session storage quota exceeded'));
    await expect(ask(approvals)).rejects.toMatchObject({ code: 'notStored' });
    expect(seen.at(-1)).toBe(0);
    expect(shown).toBe(0);
  });

  it('reports that requests have no window until a window opens', async () => {
    let isBroken = true;
    const approvals = start(async () => {
      if (isBroken) throw new Error('no window');
      return undefined;
    });
    await approvals.showOpen();
    expect(approvals.hasNoWindow()).toBe(false);
    ask(approvals).catch(() => undefined);
    await eventually(() => expect(approvals.hasNoWindow()).toBe(true));
    await approvals.showOpen();
    expect(approvals.hasNoWindow()).toBe(true);
    isBroken = false;
    await approvals.showOpen();
    expect(approvals.hasNoWindow()).toBe(false);
  });

  it('brings the window of open requests to the front on demand, but doesn’t open a window without a request', async () => {
    const approvals = start();
    await approvals.showOpen({ toFront: true });
    expect(shown).toBe(0);
    ask(approvals).catch(() => undefined);
    await eventually(() => expect(shown).toBe(1));
    await approvals.showOpen();
    expect(shown).toBe(1);
    await approvals.showOpen({ toFront: true });
    expect(shown).toBe(2);
  });

  it('keeps a repeated request open when its window fails to open', async () => {
    const before = start();
    ask(before).catch(() => undefined);
    await opened(before);
    const reborn = start(() => Promise.reject(new Error('no window')));
    await reborn.restore();
    const answer = ask(reborn);
    const draft = await opened(reborn);
    await reborn.decide(draft.id, { kind: 'agree' });
    expect(await answer).toMatchObject({ choice: { kind: 'agree' } });
  });
});

describe('several requests', () => {
  it('keeps several requests in the order in which they came', async () => {
    const approvals = start();
    const answers = ['doc-1:1', 'doc-1:2', 'doc-1:3'].map((key) => ask(approvals, key));
    await opened(approvals);
    await Promise.resolve();
    for (let turn = 0; turn < 50 && approvals.open().length < 3; turn++) await Promise.resolve();
    expect(approvals.open().map(({ requestKey }) => requestKey)).toEqual([
      'doc-1:1',
      'doc-1:2',
      'doc-1:3',
    ]);
    for (const draft of approvals.open()) await approvals.decide(draft.id, { kind: 'agree' });
    expect(await Promise.all(answers)).toHaveLength(3);
  });

  it('rejects a site’s second connection request and a ninth open request as already pending', async () => {
    const approvals = start();
    const connect: ApprovalRequest = { kind: 'connect' };
    ask(approvals, 'doc-1:0', connect).catch(() => undefined);
    await opened(approvals);
    await expect(ask(approvals, 'doc-1:1', connect)).rejects.toMatchObject({
      code: 'alreadyPending',
    });
    expect(shown).toBe(2);
    for (let i = 2; i < 9; i++) {
      ask(approvals, `doc-1:${i}`).catch(() => undefined);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
    await expect(ask(approvals, 'doc-1:99')).rejects.toMatchObject({ code: 'alreadyPending' });
  });
});

describe('the limit for a site', () => {
  it('a site that repeats a request brings the window forward only once per interval, and gets the same error', async () => {
    const connect: ApprovalRequest = { kind: 'connect' };
    let isBroken = false;
    const approvals = start(async () => {
      if (isBroken) throw new Error('no window');
      return undefined;
    });
    ask(approvals, 'doc-1:0', connect).catch(() => undefined);
    await opened(approvals);
    const repeat = async (key: string) =>
      expect(ask(approvals, key, connect)).rejects.toMatchObject({ code: 'alreadyPending' });
    for (let i = 1; i < 50; i++) await repeat(`doc-1:${i}`);
    expect(shown).toBe(2);
    clock.advance(SHOW_AGAIN_MS);
    await repeat('doc-1:50');
    expect(shown).toBe(3);
    clock.advance(SHOW_AGAIN_MS);
    isBroken = true;
    await repeat('doc-1:51');
    expect(shown).toBe(4);
  });

  it('doesn’t open a prompt for a site that the user blocked', async () => {
    const approvals = start();
    blocked = 'dapp.example';
    await expect(ask(approvals)).rejects.toMatchObject({ code: 'rejected' });
    expect(shown).toBe(0);
  });

  /** Makes requests and answers them, `count` times. */
  async function answer(approvals: ReturnType<typeof start>, count: number, choice: Choice) {
    const from = round;
    for (; round < from + count; round += 1) {
      const asked = ask(approvals, `doc-1:${round}`).catch(() => undefined);
      await approvals.decide((await opened(approvals)).id, choice);
      await asked;
    }
  }
  let round = 0;

  it('makes a site wait after three rejections in a row, and lengthens the wait up to two minutes', async () => {
    const approvals = start();
    await answer(approvals, 3, { kind: 'reject' });
    clock.advance(5_000);
    await expect(ask(approvals, 'doc-1:one more')).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('no prompts for 10 seconds'),
    });
    const until = clock.now() + 10_000;
    expect(approvals.slowedSites()).toEqual([{ origin: 'dapp.example', until }]);
    clock.advance(10_000);
    expect(approvals.slowedSites()).toEqual([]);
    for (const wait of [30_000, 60_000, 120_000, 120_000]) {
      await answer(approvals, 1, { kind: 'reject' });
      expect(approvals.slowedSites()).toMatchObject([{ until: clock.now() + wait }]);
      clock.advance(wait);
    }
    await answer(approvals, 1, { kind: 'agree' });
  });

  it.each(['window closed', 'page gone', 'network silent'] as const)(
    'makes a site wait after three prompts that ended for the reason “%s”',
    async (reason) => {
      const approvals = start();
      for (const key of ['doc-1:a', 'doc-1:b', 'doc-1:c']) {
        expect(approvals.slowedSites()).toEqual([]);
        const asked = ask(approvals, key).catch(() => undefined);
        await opened(approvals);
        await approvals.endAll(reason);
        await asked;
      }
      expect(approvals.slowedSites()).toHaveLength(1);
    },
  );

  it('counts rejections of prompts that were open together as a single rejection', async () => {
    const approvals = start();
    for (let i = 0; i < 5; i++) {
      ask(approvals, `doc-1:${i}`).catch(() => undefined);
      await eventually(() => expect(approvals.open()).toHaveLength(i + 1));
    }
    for (const { id } of approvals.open()) {
      clock.advance(1_000);
      await approvals.decide(id, { kind: 'reject' });
    }
    expect(approvals.slowedSites()).toEqual([]);
  });

  it('resets the count of rejections when the user approves a request, or after ten quiet minutes', async () => {
    const approvals = start();
    await answer(approvals, 2, { kind: 'reject' });
    await answer(approvals, 1, { kind: 'agree' });
    await answer(approvals, 2, { kind: 'reject' });
    expect(approvals.slowedSites()).toEqual([]);
    clock.advance(10 * 60_000);
    await answer(approvals, 2, { kind: 'reject' });
    expect(approvals.slowedSites()).toEqual([]);
    await answer(approvals, 1, { kind: 'reject' });
    expect(approvals.slowedSites()).toHaveLength(1);
  });

  it('lets a slowed site ask again immediately when the user removes the site’s limit', async () => {
    const approvals = start();
    await answer(approvals, 3, { kind: 'reject' });
    approvals.allowAgain('dapp.example');
    expect(approvals.slowedSites()).toEqual([]);
    await answer(approvals, 1, { kind: 'agree' });
  });
});

describe('the limit for a tab', () => {
  const frame = (origin: string, topOrigin = 'https://top.example'): Requester => ({
    ...SITE,
    origin,
    topOrigin,
    documentId: origin,
  });
  const askFrom = (approvals: ReturnType<typeof start>, requester: Requester, id: string) =>
    approvals.request({ requestKey: id, requester, request: SIGN, chainId: 8453 });

  /** Opens one request from each of `count` subdomains, all in frames of one tab. */
  async function flood(approvals: ReturnType<typeof start>, count: number) {
    for (let i = 0; i < count; i++) {
      askFrom(approvals, frame(`https://s${i}.evil.example`), `s${i}`).catch(() => undefined);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
    expect(approvals.open()).toHaveLength(count);
  }

  it('limits a tab to twelve open requests, and frames of other sites in the tab to eight', async () => {
    const approvals = start();
    await flood(approvals, 8);
    const next = askFrom(approvals, frame('https://s8.evil.example'), 's8');
    await expect(next).rejects.toMatchObject({ code: 'tooManyOpen' });
    for (let i = 0; i < 4; i++) {
      const own = { ...SITE, origin: `https://s${i}.top.example` };
      askFrom(approvals, own, `top${i}`).catch(() => undefined);
      await eventually(() => expect(approvals.open()).toHaveLength(9 + i));
    }
    const last = askFrom(approvals, { ...SITE, origin: 'https://s4.top.example' }, 'top4');
    await expect(last).rejects.toMatchObject({ code: 'tooManyOpen' });
  });

  it('limits all frames of a tab to eight open requests when the address bar doesn’t name a site', async () => {
    const approvals = start();
    const inTab = (origin: string, tabId: number) => ({ ...frame(origin, 'null'), tabId });
    for (let i = 0; i < 8; i++) {
      askFrom(approvals, inTab(`https://s${i}.example`, 1), `s${i}`).catch(() => undefined);
      await eventually(() => expect(approvals.open()).toHaveLength(i + 1));
    }
    await expect(askFrom(approvals, inTab('https://s8.example', 1), 's8')).rejects.toMatchObject({
      code: 'tooManyOpen',
    });
    askFrom(approvals, inTab('https://s8.example', 2), 'other tab').catch(() => undefined);
    await eventually(() => expect(approvals.open()).toHaveLength(9));
  });

  it('limits the open requests of frames to 1.5 MB, and leaves room for the page and other tabs', async () => {
    const approvals = start();
    const request = { ...SIGN, message: `0x${'61'.repeat(500_000)}` };
    const large = (origin: string, requestKey: string) =>
      approvals.request({ requestKey, requester: frame(origin), request, chainId: 8453 });
    void large('https://a.example', 'a').catch(() => undefined);
    await expect(large('https://c.test', 'c')).rejects.toMatchObject({ code: 'tooManyOpen' });
    void ask(approvals, 'other tab', request).catch(() => undefined);
    void large('https://top.example', 'top').catch(() => undefined);
    await eventually(() => expect(approvals.open()).toHaveLength(3));
  });

  it('leaves room for requests of a different tab and of the wallet itself', async () => {
    const approvals = start();
    await flood(approvals, 8);
    void ask(approvals, 'other tab').catch(() => undefined);
    void askFrom(approvals, { origin: 'condor', own: true }, 'own').catch(() => undefined);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(approvals.open()).toHaveLength(10);
  });

  /** Makes one request, and rejects its prompt. Returns true if there was a prompt. */
  async function isAsked(approvals: ReturnType<typeof start>, requester: Requester) {
    asks += 1;
    const answer = askFrom(approvals, requester, `ask ${asks}`).catch(() => undefined);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    const [draft] = approvals.open();
    if (draft !== undefined) await approvals.decide(draft.id, { kind: 'reject' });
    await answer;
    return draft !== undefined;
  }
  let asks = 0;

  it.each([
    ['its subdomains', (i: number) => ({ origin: `https://s${i}.evil.example`, tabId: i })],
    ['other ports', (i: number) => ({ origin: `https://evil.example:${8000 + i}`, tabId: i })],
    ['other domains in its tab', (i: number) => ({ origin: `https://evil${i}.test`, tabId: 1 })],
    ['frames of its subdomains', (i: number) => frame(`https://s${i}.evil.example`)],
    ['frames of other domains', (i: number) => frame(`https://evil${i}.test`)],
    [
      'the same frame in other tabs',
      (i: number) => ({ ...frame('https://ad.test', `https://top${i}.test`), tabId: i }),
    ],
  ])(
    'doesn’t open further prompts for a site after three rejections, even if the site asks from %s',
    async (_, at) => {
      const approvals = start();
      const asked: boolean[] = [];
      for (let i = 0; i < 5; i++) asked.push(await isAsked(approvals, { ...SITE, ...at(i) }));
      expect(asked).toEqual([true, true, true, false, false]);
    },
  );

  it('lets a page ask while an advertisement in its frame has to wait', async () => {
    const approvals = start();
    const advertisement = { ...frame('https://ad.test'), tabId: 1 };
    for (let i = 0; i < 4; i++) await isAsked(approvals, advertisement);
    expect(await isAsked(approvals, advertisement)).toBe(false);
    expect(await isAsked(approvals, { ...SITE, origin: 'https://top.example', tabId: 1 })).toBe(
      true,
    );
  });

  it('lets a site ask in its own tab after its frame in a hostile page had to wait', async () => {
    const approvals = start();
    const framed = { ...frame('https://dapp.test', 'https://evil.test'), tabId: 1 };
    for (let i = 0; i < 4; i++) await isAsked(approvals, framed);
    expect(await isAsked(approvals, { ...SITE, origin: 'https://dapp.test', tabId: 2 })).toBe(true);
  });

  it('rejects a frame’s request when the user blocked the frame’s site or the embedding site', async () => {
    const approvals = start();
    for (const site of ['top.example', 'evil.example']) {
      blocked = site;
      const answer = askFrom(approvals, frame('https://s1.evil.example'), site);
      await expect(answer).rejects.toMatchObject({ code: 'rejected' });
    }
    expect(shown).toBe(0);
  });
});

describe('an allowance that the user reduces', () => {
  const APPROVE: ApprovalRequest = {
    kind: 'transaction',
    account: ACCOUNT,
    transaction: { to: ACCOUNT, value: '0x0', data: '0xff' },
  };
  const SMALLER: ApprovalRequest = {
    ...APPROVE,
    transaction: { to: ACCOUNT, value: '0x0', data: '0x01' },
  };

  it('stores a reduced allowance, so that the decision contains the smaller allowance', async () => {
    const approvals = start();
    const answer = ask(approvals, 'doc-1:1', APPROVE);
    const { id } = await opened(approvals);
    await approvals.amend(id, SMALLER);
    await approvals.decide(id, { kind: 'agree' });
    expect(await answer).toMatchObject({ request: SMALLER });
  });

  it('keeps the edited allowance when the page repeats the request after the worker’s death', async () => {
    const before = start();
    ask(before, 'doc-1:1', APPROVE).catch(() => undefined);
    const { id } = await opened(before);
    await before.amend(id, SMALLER);
    const after = start();
    await after.restore();
    const answer = ask(after, 'doc-1:1', APPROVE);
    await opened(after);
    await after.decide(id, { kind: 'agree' });
    expect(await answer).toMatchObject({ request: SMALLER });
  });
});

describe('an approval after the worker’s death', () => {
  it('keeps a request open after the worker’s death, and the returning page gets the same prompt', async () => {
    const before = start();
    ask(before).catch(() => undefined);
    const draft = await opened(before);
    const after = start();
    await after.restore();
    const answer = ask(after);
    await Promise.resolve();
    expect(after.open()).toEqual([draft]);
    await after.decide(draft.id, { kind: 'agree' });
    expect(await answer).toEqual({ choice: { kind: 'agree' }, request: SIGN });
  });

  it('ends the wallet’s own requests when the worker dies, and keeps the requests of sites', async () => {
    const before = start();
    const own = { origin: 'condor', own: true } as const;
    const request = { requestKey: 'own', requester: own, request: SIGN, chainId: 8453 };
    before.request(request).catch(() => undefined);
    ask(before).catch(() => undefined);
    await eventually(() => expect(before.open()).toHaveLength(2));
    const after = start();
    await after.restore();
    expect(after.open().map(({ requester }) => requester)).toEqual([SITE]);
  });

  it('reconnects a page that returns after the worker’s death while the user still decides', async () => {
    const before = start();
    ask(before).catch(() => undefined);
    const draft = await opened(before);
    const after = start();
    await after.restore();
    const answer = ask(after);
    await after.decide(draft.id, { kind: 'agree' });
    // Without the decision, the request would end here because it expires.
    clock.advance(EXPIRY_MS + 1);
    await after.expire();
    expect(await answer).toEqual({ choice: { kind: 'agree' }, request: SIGN });
  });

  it.each([
    ['a different message', { ...SIGN, message: '0x00' }, SITE],
    ['a different kind', { kind: 'connect' as const }, SITE],
    ['a different document', SIGN, { ...SITE, documentId: 'doc-2' }],
    ['a different site', SIGN, { ...SITE, origin: 'https://evil.example' }],
  ])('rejects a returning request that repeats an id with %s', async (...row) => {
    const [, request, requester] = row;
    const before = start();
    ask(before).catch(() => undefined);
    await opened(before);
    const after = start();
    await after.restore();
    const hostile = after.request({ requestKey: 'doc-1:1', requester, request, chainId: 8453 });
    await expect(hostile).rejects.toMatchObject({ code: 'invalidRequest' });
    expect(after.open()).toHaveLength(1);
  });

  it('keeps a decision for a page that hasn’t returned yet', async () => {
    const before = start();
    ask(before).catch(() => undefined);
    const draft = await opened(before);
    const after = start();
    await after.restore();
    await after.decide(draft.id, { kind: 'agree' });
    expect(after.open()).toEqual([]);
    expect(await ask(after)).toEqual({ choice: { kind: 'agree' }, request: SIGN });
    expect(areas.session.content.get('drafts')).toMatchObject({ value: [] });
  });
});

describe('a request that ends while its page is away', () => {
  it.each(['wallet locked', 'window closed', 'expired'] as const)(
    'reports the outcome “%s” to a page that returns later, and doesn’t prompt the user again',
    async (reason) => {
      const before = start();
      void ask(before).catch(() => undefined);
      await opened(before);
      const after = start();
      await after.restore();
      clock.advance(reason === 'expired' ? EXPIRY_MS + 1 : 0);
      await (reason === 'expired' ? after.expire() : after.endAll(reason));
      const prompts = shown;
      expect(after.open()).toEqual([]);
      await expect(ask(after)).rejects.toMatchObject({ code: codeOf(reason) });
      expect(shown).toBe(prompts);
      expect(areas.session.content.get('drafts')).toMatchObject({ value: [] });
    },
  );

  it('forgets an outcome when its page never returns', async () => {
    const before = start();
    void ask(before).catch(() => undefined);
    await opened(before);
    const after = start();
    await after.restore();
    await after.endAll('wallet locked');
    clock.advance(EXPIRY_MS + 1);
    await after.expire();
    expect(areas.session.content.get('drafts')).toMatchObject({ value: [] });
  });

  it('asks the user about a site’s next request, even if the page never fetched an earlier outcome', async () => {
    const before = start();
    void ask(before).catch(() => undefined);
    await opened(before);
    const after = start(undefined, 'the next worker');
    await after.restore();
    await after.endAll('wallet locked');
    const next = ask(after, 'doc-1:2');
    const draft = await opened(after);
    await after.decide(draft.id, { kind: 'agree' });
    expect((await next).choice).toEqual({ kind: 'agree' });
  });
});

/** A call with 2,500 inner calls. */
const TOO_LARGE: ApprovalRequest = {
  kind: 'transaction',
  account: ACCOUNT,
  transaction: { to: ACCOUNT, value: '0x0', data: multicall(multicall('0x12345678')) },
};

function multicall(inner: Hex): Hex {
  const args: [Hex[]] = [Array.from({ length: 50 }, () => inner)];
  return encodeFunctionData({ abi: [multicallsAbi.multicall], args });
}

describe('the approval of a request that can’t be explained', () => {
  it('rejects an unexplainable request with invalidParams and a reason, and doesn’t open a window', async () => {
    const approvals = start();
    const answer = ask(approvals, 'doc-1:1', TOO_LARGE);
    await expect(answer).rejects.toMatchObject({
      code: 'invalidParams',
      message: expect.stringContaining('too large or too complex'),
    });
    expect(approvals.open()).toEqual([]);
    expect(shown).toBe(0);
  });

  it('a new worker drops the request that froze the former worker, and answers the page with invalidParams', async () => {
    const before = start();
    ask(before, 'doc-1:1').catch(() => undefined);
    ask(before, 'doc-1:2').catch(() => undefined);
    await eventually(() => expect(shown).toBe(2));
    // A reading that froze the worker leaves this mark in the storage.
    const since = clock.now() - FROZEN_AFTER_MS;
    await stored(areas, STORED_KEYS.readRequest).write({ requestKey: 'doc-1:1', since });
    const reborn = start();
    await reborn.restore();
    expect(reborn.open().map(({ requestKey }) => requestKey)).toEqual(['doc-1:2']);
    await expect(ask(reborn, 'doc-1:1')).rejects.toMatchObject({ code: 'invalidParams' });
    const third = start();
    await third.restore();
    expect(third.open().map(({ requestKey }) => requestKey)).toEqual(['doc-1:2']);
  });

  it('keeps a request open when the worker died shortly after it began to read the request', async () => {
    const before = start();
    ask(before, 'doc-1:1').catch(() => undefined);
    await opened(before);
    const since = clock.now() - FROZEN_AFTER_MS + 1;
    await stored(areas, STORED_KEYS.readRequest).write({ requestKey: 'doc-1:1', since });
    const reborn = start();
    await reborn.restore();
    expect(reborn.open().map(({ requestKey }) => requestKey)).toEqual(['doc-1:1']);
    expect(areas.session.content.has('read-request')).toBe(false);
  });

  it('removes the read mark after a request was read, whether or not the request can be explained', async () => {
    const approvals = start();
    ask(approvals, 'doc-1:1').catch(() => undefined);
    await opened(approvals);
    await expect(ask(approvals, 'doc-1:2', TOO_LARGE)).rejects.toThrow();
    expect(areas.session.content.has('read-request')).toBe(false);
  });
});

describe('the mark of a request that the worker reads', () => {
  it('marks one request at a time while the worker reads several requests', async () => {
    const marked: unknown[] = [];
    const mark = stored(areas, STORED_KEYS.readRequest);
    const reader = createRequestReader({
      mark: {
        ...mark,
        async clear() {
          marked.push((await mark.read())?.requestKey);
          await mark.clear();
        },
      },
      clock,
    });
    const draftOf = (requestKey: string) => ({
      id: requestKey,
      requestKey,
      requester: SITE,
      request: SIGN,
      chainId: 8453,
      createdAt: 0,
    });
    await Promise.all(['a', 'b', 'c'].map((key) => reader.read(draftOf(key))));
    expect(marked).toEqual(['a', 'b', 'c']);
  });
});
