import { describe, expect, it } from 'vitest';
import { retryingRpc } from '../../../entrypoints/background/chain/retrying-rpc.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { epochMs } from '../../../shared/units.ts';

/** A node that takes this long to refuse a request, and a clock that the refusals advance. */
function slowNode(milliseconds: number) {
  let now = 0;
  let asked = 0;
  return {
    clock: { now: () => epochMs(now) },
    asked: () => asked,
    rpc: {
      async request() {
        asked += 1;
        now += milliseconds;
        throw new RpcError('chainUnreachable');
      },
    },
    async wait(pause: number) {
      now += pause;
    },
  };
}

describe('a read that no node answers', () => {
  it('repeats a failed read three times when there is no deadline', async () => {
    const { rpc, wait, asked } = slowNode(30_000);
    await expect(retryingRpc(rpc, wait).request('eth_call', [])).rejects.toThrow(RpcError);
    expect(asked()).toBe(4);
  });

  it('stops repeating at the deadline that several reads share', async () => {
    const { rpc, wait, asked, clock } = slowNode(20_000);
    const client = retryingRpc(rpc, wait, { clock, until: 45_000 });
    await expect(client.request('eth_call', [])).rejects.toThrow(RpcError);
    expect(asked()).toBe(3);
    await expect(client.request('eth_call', [])).rejects.toThrow(RpcError);
    expect(asked()).toBe(4);
  });
});
