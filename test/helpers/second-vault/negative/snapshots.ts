import { first, second } from '../positive.ts';
import { digestOf } from '../vault.ts';

const memory = { revision: 2, digest: second.digest };
/** Snapshots that don't continue the remembered snapshot. */
export const SNAPSHOTS = [
  ['an older revision', 'older', { revision: 1, digest: first.digest, prevDigest: '' }],
  [
    'another digest at the same revision',
    'unproven',
    { revision: 2, digest: digestOf('other'), prevDigest: first.digest },
  ],
  [
    'another predecessor',
    'unproven',
    { revision: 3, digest: digestOf('third'), prevDigest: first.digest },
  ],
  [
    'a gap of two revisions',
    'unproven',
    { revision: 4, digest: digestOf('fourth'), prevDigest: second.digest },
  ],
].map(([name, relation, snapshot]) => ({ name, relation, memory, offered: snapshot }));
