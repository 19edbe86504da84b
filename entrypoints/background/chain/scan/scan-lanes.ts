import { isRecord } from '../../../../shared/is-record.ts';
import type { NodeProblem } from '../../../../shared/positions/position-view.ts';
import type { BlockHeader } from '../chain-blocks.ts';
import { createLogLane, type LaneDeps, type LogLane } from '../log-lane.ts';

/** Thrown when the nodes are on different chains, or when some nodes lie. */
export class ForkError extends Error {}

export type ScanLanes = ReturnType<typeof createScanLanes>;

/** Keeps one lane for each configured node. A lane remembers its node's pace and ranges. */
export function createScanLanes(deps: LaneDeps & { readonly urls: () => readonly string[] }) {
  const lanes = new Map<string, LogLane>();

  function all(): readonly LogLane[] {
    const urls = deps.urls();
    for (const url of lanes.keys()) if (!urls.includes(url)) lanes.delete(url);
    return urls.map((url) => {
      const others = () => [...lanes].flatMap(([other, lane]) => (other === url ? [] : lane));
      const lane = lanes.get(url) ?? createLogLane(url, deps, others);
      lanes.set(url, lane);
      return lane;
    });
  }

  return {
    /**
     * Begins a run and returns the nodes that have this block.
     * @throws ForkError when at least as many nodes have another block at this number. The real
     * chain is then unknown.
     */
    async usable(border: BlockHeader): Promise<readonly LogLane[]> {
      const some = all();
      for (const lane of some) lane.reset();
      const found = await Promise.all(some.map((lane) => lane.blockAt(border)));
      const same = some.filter((_, i) => found[i] === 'same');
      if (found.filter((match) => match === 'other').length >= Math.max(1, same.length))
        throw new ForkError('The nodes have different blocks.');
      return same;
    },

    /**
     * Returns true when several nodes are configured. One node can then reveal what another hides.
     */
    hasSeveral: (): boolean => deps.urls().length > 1,

    async someHas(block: { readonly number: number; readonly hash: string }): Promise<boolean> {
      const found = await Promise.all(all().map((lane) => lane.blockAt(block)));
      return found.includes('same');
    },

    /** Asks the nodes that didn't return this transaction until a node has its receipt. */
    async receiptElsewhere({
      hash,
      by,
    }: {
      readonly hash: string;
      readonly by: readonly string[];
    }): Promise<unknown> {
      for (const lane of all().filter(({ node }) => !by.includes(node.name))) {
        const receipt = await lane.receipt(hash);
        if (isRecord(receipt)) return receipt;
      }
      return undefined;
    },

    /**
     * Returns the nodes' problems if all nodes or the run failed. Otherwise other nodes have
     * replaced the failed ones.
     */
    problems(hasFailed: boolean): { readonly problems?: readonly NodeProblem[] } {
      const found = [...lanes.values()].flatMap(({ problem }) => problem ?? []);
      if (lanes.size > 0 && found.length === lanes.size) return { problems: found };
      if (!hasFailed) return {};
      return { problems: found.length > 0 ? found : all().map(silent) };
    },
  };
}

/** Returns the problem of a node that didn't respond to the first request. */
function silent({ node }: LogLane): NodeProblem {
  return { host: node.name, reason: 'down', blocks: 0 };
}
