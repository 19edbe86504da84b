import { describe, expect, it } from 'vitest';
import { compose } from '../../../entrypoints/background/compose.ts';
import { GONE_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { eventually } from '../../helpers/eventually.ts';
import { browserOf } from '../helpers/browser-platform.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

describe('a worker that has just started', () => {
  it('removes what former versions stored after an update, and nothing else', async () => {
    const areas = memoryAreas();
    for (const name of [...GONE_KEYS, 'settings']) areas.local.content.set(name, { version: 1 });
    await compose(browserOf({ areas }).platform).dropGone();
    expect([...areas.local.content.keys()]).toEqual(['settings']);
  });

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
