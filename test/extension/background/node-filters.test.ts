import { describe, expect, it } from 'vitest';
import {
  createNodeFilters,
  UNCONNECTED_MS,
} from '../../../entrypoints/background/rpc/node-filters.ts';
import { createReadQueue } from '../../../entrypoints/background/rpc/read-queue.ts';
import type { Requester } from '../../../shared/approvals/types.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';

const page = (origin: string, documentId: string, topOrigin?: string): Requester => ({
  origin,
  documentId,
  own: false,
  ...(topOrigin === undefined ? {} : { topOrigin }),
});
const MINE = page('https://dapp.example', 'mine');
const OTHER = page('https://evil.example', 'other');
const GONE = { body: { code: -32000, message: 'filter not found' } };

/** A node that counts its filters up from one, as many nodes do. */
function start() {
  const asked: { method: string; params: unknown }[] = [];
  const state = { isAway: false, count: 0 };
  const clock = createFakeClock();
  const filters = createNodeFilters({
    random: createFakeRandom(),
    clock,
    isConnected: (origin) => origin === MINE.origin,
    reads: createReadQueue(),
    rpcOf: () => ({
      async request(method, params) {
        asked.push({ method, params });
        if (state.isAway) throw new TypeError('away');
        if (!method.startsWith('eth_new')) return method === 'eth_uninstallFilter' ? true : ['log'];
        state.count += 1;
        return `0x${state.count.toString(16)}`;
      },
    }),
  });
  const create = (requester = MINE) => filters.create(requester, 8453, 'eth_newFilter', [{}]);
  const changes = (requester: Requester, id: string) =>
    filters.ask(requester, 'eth_getFilterChanges', id);
  return { filters, asked, state, clock, create, changes };
}

describe('the wallet’s filters at the node', () => {
  it('maps a page’s filter ids to the node’s ids', async () => {
    const { asked, create, changes } = start();
    const id = await create();
    expect(id).toMatch(/^0x1[0-9a-f]{32}$/);
    expect(await changes(MINE, id)).toEqual(['log']);
    expect(asked.at(-1)).toEqual({ method: 'eth_getFilterChanges', params: ['0x1'] });
  });

  it('refuses the id of another document’s filter, and the node’s own id of a filter', async () => {
    const { filters, asked, create, changes } = start();
    const id = await create();
    await expect(changes(OTHER, id)).rejects.toMatchObject(GONE);
    await expect(changes(page(MINE.origin, 'second tab'), id)).rejects.toMatchObject(GONE);
    await expect(changes(MINE, '0x1')).rejects.toMatchObject(GONE);
    expect(await filters.remove(OTHER, id)).toBe(false);
    expect(asked).toHaveLength(1);
    expect(await changes(MINE, id)).toEqual(['log']);
  });

  it('removes a filter at the node when its page removes the filter or leaves', async () => {
    const { filters, asked, create, changes } = start();
    const [first, second] = [await create(), await create()];
    expect(await filters.remove(MINE, first)).toBe(true);
    filters.removeAll('mine');
    const removed = asked.filter(({ method }) => method === 'eth_uninstallFilter');
    expect(removed.map(({ params }) => params)).toEqual([['0x1'], ['0x2']]);
    await expect(changes(MINE, second)).rejects.toMatchObject(GONE);
  });

  it('removes the filter of an unconnected site after twenty seconds without a request', async () => {
    const { asked, clock, create, changes } = start();
    const [mine, other] = [await create(), await create(OTHER)];
    clock.advance(UNCONNECTED_MS - 1);
    expect(await changes(OTHER, other)).toEqual(['log']);
    clock.advance(UNCONNECTED_MS - 1);
    expect(await changes(OTHER, other)).toEqual(['log']);
    clock.advance(UNCONNECTED_MS);
    await expect(changes(OTHER, other)).rejects.toMatchObject(GONE);
    expect(asked.at(-1)).toEqual({ method: 'eth_uninstallFilter', params: ['0x2'] });
    expect(await changes(MINE, mine)).toEqual(['log']);
  });

  it('counts filters that are still being created towards the limit of filters', async () => {
    const { create } = start();
    const accepted = async (requester: Requester) => {
      const answers = await Promise.allSettled(
        Array.from({ length: 200 }, () => create(requester)),
      );
      return answers.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await accepted(OTHER)).toBe(32);
    const frames = ['a', 'b', 'c', 'd'].map((id) =>
      page(`https://${id}.example`, id, OTHER.origin),
    );
    expect(await Promise.all(frames.map(accepted))).toEqual([32, 32, 32, 0]);
    expect(await accepted(MINE)).toBe(32);
  });

  it('frees a filter’s slot when the node fails or the page leaves while the filter is being created', async () => {
    const { filters, state, create } = start();
    state.isAway = true;
    await Promise.allSettled(Array.from({ length: 32 }, () => create()));
    state.isAway = false;
    const late = Array.from({ length: 32 }, () => create());
    filters.removeAll('mine');
    const answers = await Promise.allSettled(late);
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await create()).toEqual(expect.any(String));
  });

  it('sends the node at most sixteen of a site’s requests at the same time', async () => {
    const { asked, changes, create } = start();
    const id = await create();
    asked.length = 0;
    const answers = Array.from({ length: 40 }, () => changes(MINE, id));
    expect(asked).toHaveLength(16);
    await Promise.all(answers);
    expect(asked).toHaveLength(40);
  });
});
