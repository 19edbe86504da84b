import { ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import type { Verdict } from '../../../shared/chain/logs/compare-readings.ts';
import type { BlockRange } from '../../../shared/chain/logs/log.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Lane } from '../../chain/tracked-node.ts';

/** A range for which nodes returned different logs. */
export interface Difference extends BlockRange {
  /** Names of the nodes whose logs were rejected; empty while the range is undecided. */
  readonly wrong: readonly string[];
  /** `majority`: two nodes agree. `more-logs`: one of two nodes left out logs. */
  readonly decidedBy: 'majority' | 'more-logs' | null;
  readonly at: number;
}

/** Keeps the newest differences for `/health`, and pauses nodes whose logs were rejected. */
export interface Differences {
  /** Records a verdict about the readings of a range. Without a verdict, the range is undecided. */
  note(range: BlockRange, verdict: Verdict<NodeReading> | undefined): void;
  list(): readonly Difference[];
}

/** The logs of one node. */
export interface NodeReading {
  readonly lane: Lane;
  readonly keys: ReadonlySet<string>;
}

const MOST = 10;

export function createDifferences(clock: Clock): Differences {
  let newest: readonly Difference[] = [];
  return {
    note({ from, to }, verdict) {
      if (verdict?.wrong.length === 0) return;
      const rest = newest.filter((known) => known.from !== from || known.to !== to);
      const wrong = (verdict?.wrong ?? []).map(({ lane }) => lane.node.name);
      const decidedBy = verdict && (verdict.isMajority ? 'majority' : 'more-logs');
      newest = [{ from, to, wrong, decidedBy: decidedBy ?? null, at: clock.now() }, ...rest];
      newest = newest.slice(0, MOST);
      for (const { lane } of verdict?.wrong ?? [])
        lane.fail(new ChainNodeError('odd', 'the node returned other logs than another node'));
    },
    list: () => newest,
  };
}
