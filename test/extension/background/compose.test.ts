import { describe, expect, it } from 'vitest';
import { compose } from '../../../entrypoints/background/compose.ts';
import { eventually } from '../../helpers/eventually.ts';
import { browserOf } from '../helpers/browser-platform.ts';

describe('a worker that has just started', () => {
  it('keeps a request open until the user decides, and applies the outgoing rules', async () => {
    const { platform, opened, rules } = browserOf();
    const wallet = compose(platform);
    await wallet.ready;
    const asked = wallet.approvals.request({
      requestKey: 'key',
      requester: { origin: 'https://dapp.example', documentId: 'doc', own: false },
      request: { kind: 'connect' },
      chainId: 8453,
    });
    await eventually(() => expect(opened).toHaveLength(1));
    const [draft] = wallet.approvals.open();
    await wallet.approvals.decide(draft?.id ?? '', { kind: 'reject' });
    await expect(asked).rejects.toMatchObject({ code: 'rejected' });
    await eventually(() => expect(rules).toHaveLength(1));
  });
});
