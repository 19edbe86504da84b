import { describe, expect, it } from 'vitest';
import { createApprovals } from '../../../entrypoints/background/approvals/approvals.ts';
import { createRequestReader } from '../../../entrypoints/background/approvals/request-reader.ts';
import { createSites } from '../../../entrypoints/background/kernel/sites.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { askConnection } from '../../../entrypoints/background/rpc/ask-connection.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ORIGIN = 'https://dapp.example';
const full = async () => {
  throw new Error('The disk is full.');
};

/** Connects a site whose user agrees, on a device that can't store some of the data. */
async function connect(broken: 'nothing' | 'sites' | 'activity') {
  const areas = memoryAreas();
  const clock = createFakeClock();
  const onChange = () => undefined;
  const sitesStored = stored(areas, STORED_KEYS.sites);
  const sites = createSites({
    stored: broken === 'sites' ? { ...sitesStored, write: full } : sitesStored,
    clock,
    accounts: () => [ACCOUNT],
    keepsWhileLocked: () => false,
    onChange,
  });
  const approvals = createApprovals({
    stored: stored(areas, STORED_KEYS.drafts),
    reader: createRequestReader({ mark: stored(areas, STORED_KEYS.readRequest), clock }),
    random: createFakeRandom(),
    clock,
    alarms: { set: async () => undefined, clear: async () => undefined },
    showMissing: async () => undefined,
    show: async () => {
      const [draft] = approvals.open();
      if (draft === undefined) throw new Error('nothing to show');
      await approvals.decide(draft.id, { kind: 'connect', accounts: [ACCOUNT] });
    },
    isBlocked: () => false,
    onChange,
  });
  const records: string[] = [];
  const activity = {
    add: async ({ kind }: { kind: string }) => {
      if (broken === 'activity') await full();
      records.push(kind);
    },
  };
  const context = {
    requester: { origin: ORIGIN, own: false },
    requestKey: 'doc:1',
    accounts: [],
    chainId: 8453,
  };
  const outcome = await askConnection({ approvals, sites, activity, clock }, context).then(
    () => 'connected',
    () => 'failed',
  );
  return { outcome, records };
}

describe('a connection that the user has agreed to', () => {
  it('stores an approved connection and records it in the activity', async () => {
    expect(await connect('nothing')).toEqual({ outcome: 'connected', records: ['connection'] });
  });

  it('doesn’t record a connection in the activity when the connection couldn’t be stored', async () => {
    expect(await connect('sites')).toEqual({ outcome: 'failed', records: [] });
  });

  it('keeps a connection even if the activity couldn’t record it', async () => {
    expect(await connect('activity')).toEqual({ outcome: 'connected', records: [] });
  });
});
