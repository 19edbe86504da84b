import type { Address } from 'viem';
import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { Backing } from './apply-trades.ts';
import { hasEnded, MAX_POSITIONS } from './newest.ts';
import { type ChainCheck, type createVerifier, NOT_CHECKED } from './verify.ts';

/** Milliseconds between checks of a running option. The option can change with each block. */
const RUNNING_MS = 60_000;
const ENDED_MS = 3_600_000;

export type Checked = ReturnType<typeof createChecked>;

/**
 * Caches the chain's facts about a position while the position stays identical. A missing answer
 * isn't cached.
 */
export function createChecked(deps: { verify: ReturnType<typeof createVerifier>; clock: Clock }) {
  const found = new Map<Address, { content: string; at: number; verification: ChainCheck }>();

  const knownOf = (position: PositionRecord, backing: Backing | undefined) => {
    const known = found.get(position.address);
    return known?.content === contentOf(position, backing) ? known : undefined;
  };

  return {
    async run(
      positions: readonly PositionRecord[],
      backed: ReadonlyMap<Address, Backing>,
    ): Promise<void> {
      const answers = await deps.verify(positions, backed);
      if (found.size > 2 * MAX_POSITIONS) found.clear();
      for (const position of positions) {
        const { address } = position;
        const verification = answers.get(address) ?? NOT_CHECKED;
        const content = contentOf(position, backed.get(address));
        found.delete(address);
        if (verification.result === 'notChecked') continue;
        found.set(address, { content, at: deps.clock.now(), verification });
      }
    },
    of: (position: PositionRecord, backing: Backing | undefined): ChainCheck =>
      knownOf(position, backing)?.verification ?? NOT_CHECKED,
    isRecent(position: PositionRecord, backing: Backing | undefined): boolean {
      const known = knownOf(position, backing);
      const most = hasEnded(position) ? ENDED_MS : RUNNING_MS;
      return known !== undefined && isRecent(known.at, deps.clock.now(), most);
    },
  };
}

function contentOf(position: PositionRecord, backing: Backing | undefined): string {
  return JSON.stringify([position, backing], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
