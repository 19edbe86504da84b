import { describe, expect, it, vi } from 'vitest';
import {
  type InspectDeps,
  inspectDraft,
} from '../../../../../entrypoints/background/approvals/explain/inspect.ts';
import { readRequest } from '../../../../../shared/approvals/read-request.ts';
import type { ApprovalDraft, ApprovalRequest } from '../../../../../shared/approvals/types.ts';
import { createFakeClock } from '../../../../helpers/fake-world.ts';
import { inspectDeps } from '../../../helpers/inspect-deps.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SWEEPER = `0xef0100${'5'.repeat(40)}`;
const MESSAGE = { kind: 'personal_sign', account: ACCOUNT, message: '0x6869' } as const;
const clock = createFakeClock();

function view(request: ApprovalRequest, answer: () => Promise<unknown>) {
  const deps: InspectDeps = { ...inspectDeps(clock), rpcOf: () => ({ request: answer }) };
  const draft: ApprovalDraft = {
    id: 'id',
    requestKey: 'doc:1',
    requester: { origin: 'https://dapp.example', own: false },
    chainId: 8453,
    createdAt: 0,
    request,
  };
  const shown = { position: { index: 1, count: 1 }, mark: 'mark' };
  return inspectDraft(deps, draft, shown, readRequest(draft, clock.now()));
}

describe('a signature of an account that runs foreign code', () => {
  it.each<[string, ApprovalRequest]>([
    ['a message', MESSAGE],
    [
      'typed data',
      {
        kind: 'typed_data',
        account: ACCOUNT,
        version: 'V4',
        json: JSON.stringify({
          types: { EIP712Domain: [], Note: [{ name: 'text', type: 'string' }] },
          primaryType: 'Note',
          domain: {},
          message: { text: 'hi' },
        }),
      },
    ],
  ])('shows that an account runs foreign code when the account signs %s', async (_, request) => {
    expect(await view(request, async () => SWEEPER)).toMatchObject({ runsCode: true });
    expect(await view(request, async () => '0x')).not.toHaveProperty('runsCode');
  });

  it('shows a signature request without the foreign-code note when the node doesn’t respond for half a second', async () => {
    vi.useFakeTimers();
    try {
      const shown = view(MESSAGE, () => new Promise(() => undefined));
      await vi.advanceTimersByTimeAsync(500);
      expect(await shown).not.toHaveProperty('runsCode');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a request on Base', () => {
  it('includes the network’s name and explorer in the view of a request', async () => {
    const { network } = await view(MESSAGE, async () => '0x');
    expect(network).toEqual({
      chainId: 8453,
      name: 'Base',
      explorerUrl: 'https://basescan.org',
    });
  });
});
