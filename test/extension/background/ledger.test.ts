import { describe, expect, it } from 'vitest';
import { createLedger } from '../../../entrypoints/background/approvals/ledger.ts';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

function ledgerOn(areas = memoryAreas(), answerTo: (key: string) => unknown = () => undefined) {
  return createLedger({
    stored: stored(areas, STORED_KEYS.ledger),
    clock: createFakeClock(),
    answerTo,
  });
}

describe('the ledger', () => {
  it('runs a request once however often it is sent while it runs', async () => {
    const ledger = ledgerOn();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await Promise.resolve();
      return 'signature';
    };
    const answers = await Promise.all([1, 2, 3].map(() => ledger.once('doc:1', work)));
    expect(answers).toEqual(['signature', 'signature', 'signature']);
    expect(runs).toBe(1);
  });

  it('gives the stored answer after the worker died', async () => {
    const areas = memoryAreas();
    await ledgerOn(areas).once('doc:1', async () => 'signature');
    const again = ledgerOn(areas);
    await again.restore();
    const answer = await again.once('doc:1', async () => {
      throw new Error('must not run again');
    });
    expect(answer).toBe('signature');
  });

  it('answers with the hash that was broadcast when the worker died before it could tell', async () => {
    const ledger = ledgerOn(memoryAreas(), (key) => (key === 'doc:1' ? '0xhash' : undefined));
    expect(await ledger.once('doc:1', async () => 'second')).toBe('0xhash');
    expect(await ledger.once('doc:2', async () => 'other')).toBe('other');
  });

  it('lets a request that failed run again', async () => {
    const ledger = ledgerOn();
    await expect(ledger.once('doc:1', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await ledger.once('doc:1', async () => 'yes')).toBe('yes');
  });
});
