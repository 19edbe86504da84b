import { describe, expect, it } from 'vitest';
import { LEDGER_SLOTS } from '../../../../entrypoints/background/approvals/keys.ts';
import { createLedger } from '../../../../entrypoints/background/approvals/ledger.ts';
import { stored } from '../../../../entrypoints/background/kernel/stored.ts';
import { RpcError, rpcErrorBody } from '../../../../shared/rpc/codes.ts';
import { createFakeClock } from '../../../helpers/fake-world.ts';
import { memoryAreas } from '../../helpers/memory-areas.ts';

const ORIGIN = 'https://dapp.example';
const question = (key: string, origin = ORIGIN) => ({ key, origin });
const neverAgain = async () => {
  throw new Error('must not run again');
};

function ledgerOn(
  areas = memoryAreas(),
  answerTo: (key: string) => unknown = () => undefined,
  clock = createFakeClock(),
) {
  const writes: string[] = [];
  const counted = {
    ...areas,
    session: {
      ...areas.session,
      set(key: string, value: unknown) {
        writes.push(key);
        return areas.session.set(key, value);
      },
    },
  };
  const slots = LEDGER_SLOTS.map((slot) => stored(counted, slot));
  const ledger = createLedger({ slots, clock, answerTo });
  const ask = (key: string, answer: unknown, origin = ORIGIN) =>
    ledger.once(question(key, origin), async () => {
      ledger.markAsked(key);
      return answer;
    });
  return { ledger, ask, writes, areas, clock };
}

describe('the ledger', () => {
  it('executes a request once, even if a page sends it again during the execution', async () => {
    const { ledger } = ledgerOn();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await Promise.resolve();
      return 'signature';
    };
    const answers = await Promise.all([1, 2, 3].map(() => ledger.once(question('doc:1'), work)));
    expect(answers).toEqual(['signature', 'signature', 'signature']);
    expect(runs).toBe(1);
  });

  it('returns the stored answer after the worker died', async () => {
    const areas = memoryAreas();
    await ledgerOn(areas).ask('doc:1', 'signature');
    const { ledger } = ledgerOn(areas);
    await ledger.restore();
    expect(await ledger.once(question('doc:1'), neverAgain)).toBe('signature');
  });

  it('returns the hash of a broadcast transaction when the worker died before answering the page', async () => {
    const { ledger } = ledgerOn(memoryAreas(), (key) => (key === 'doc:1' ? '0xhash' : undefined));
    expect(await ledger.once(question('doc:1'), async () => 'second')).toBe('0xhash');
    expect(await ledger.once(question('doc:2'), async () => 'other')).toBe('other');
  });

  it('executes a request again when its first execution failed', async () => {
    const { ledger } = ledgerOn();
    const fail = () => Promise.reject(new Error('no'));
    await expect(ledger.once(question('doc:1'), fail)).rejects.toThrow('no');
    expect(await ledger.once(question('doc:1'), async () => 'yes')).toBe('yes');
  });

  it('repeats a stored rejection in a new worker without asking the user again', async () => {
    const areas = memoryAreas();
    const before = ledgerOn(areas);
    const reject = async () => {
      before.ledger.markAsked('doc:1');
      throw new RpcError('rejected');
    };
    await expect(before.ledger.once(question('doc:1'), reject)).rejects.toThrow();
    const { ledger } = ledgerOn(areas);
    await ledger.restore();
    const error: unknown = await ledger
      .once(question('doc:1'), neverAgain)
      .catch((reason: unknown) => reason);
    expect(rpcErrorBody(error)).toEqual({ code: 4001, message: 'The user rejected the request.' });
  });

  it('stores nothing for a request that the user wasn’t asked about', async () => {
    const { ledger, writes } = ledgerOn();
    for (let i = 0; i < 1_000; i += 1) await ledger.once(question(`doc:${i}`), async () => null);
    expect(writes).toEqual([]);
  });

  it('writes one key for each answer, however many answers are stored already', async () => {
    const { ask, writes } = ledgerOn();
    for (let i = 0; i < 10; i += 1) await ask(`doc:${i}`, i);
    expect(writes).toHaveLength(10);
    expect(new Set(writes).size).toBe(10);
  });

  it('keeps the newest answers of each origin, and drops only the oldest answers of an origin at its limit', async () => {
    const { ledger, ask, clock, areas } = ledgerOn();
    await ask('mine', 'signature', 'https://other.example');
    for (let i = 0; i < 1_000; i += 1) {
      clock.advance(1);
      await ask(`doc:${i}`, i);
    }
    expect(areas.session.content.size).toBe(17);
    expect(await ledger.once(question('mine'), neverAgain)).toBe('signature');
    expect(await ledger.once(question('doc:984'), neverAgain)).toBe(984);
    expect(await ledger.once(question('doc:983'), async () => 'again')).toBe('again');
  });
});
