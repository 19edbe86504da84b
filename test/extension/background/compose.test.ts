import { describe, expect, it, vi } from 'vitest';
import { compose } from '../../../entrypoints/background/compose.ts';
import type { RuntimePort } from '../../../entrypoints/background/platform/ports.ts';
import { browserOf } from '../helpers/browser-platform.ts';

describe('a worker whose second file the browser has lost', () => {
  const lost = () => {
    throw new Error('late.js is missing');
  };

  it('keeps a request open until the user decides, and follows the outgoing rules', async () => {
    const { platform, opened, rules } = browserOf();
    const wallet = compose(platform, lost);
    await wallet.ready;
    const asked = wallet.approvals.request({
      requestKey: 'key',
      requester: { origin: 'https://dapp.example', documentId: 'doc', own: false },
      request: { kind: 'connect' },
      chainId: 8453,
    });
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    const [draft] = wallet.approvals.open();
    await wallet.approvals.decide(draft?.id ?? '', { kind: 'reject' });
    await expect(asked).rejects.toMatchObject({ code: 'rejected' });
    await vi.waitFor(() => expect(rules).toHaveLength(1));
  });

  it('ends the ports of the wallet’s own pages, so that they say so', async () => {
    const { platform } = browserOf();
    const wallet = compose(platform, lost);
    const disconnect = vi.fn();
    wallet.ui.accept({ disconnect } as Partial<RuntimePort> as RuntimePort);
    expect(disconnect).toHaveBeenCalledOnce();
    await wallet.ready;
  });
});
