import type { Address } from 'viem';
import { type ChainNode, ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import { compareReadings, type Verdict } from '../../../shared/chain/logs/compare-readings.ts';
import { inOrder, keysOf, type Log } from '../../../shared/chain/logs/log.ts';
import { readPart } from '../../../shared/chain/logs/read-part.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { Lane } from '../../chain/tracked-node.ts';
import { type AskLogs, createdOptions, isOptionLog, ofOptions } from './ask-logs.ts';
import type { Piece } from './backfill.ts';
import type { Differences } from './differences.ts';
import { ensureConsistent } from './read-range.ts';

interface OptionReading {
  readonly lane: Lane;
  readonly logs: readonly Log[];
  readonly keys: ReadonlySet<string>;
}

/**
 * Returns all logs of the pieces. If a node requires addresses, queries the events of all options
 * that are known up to that piece. Two nodes must agree about these events too.
 */
export async function withOptionLogs(
  pieces: readonly Piece[],
  deps: {
    readonly nodes: Pick<Nodes, 'lanes'>;
    readonly ask: AskLogs;
    readonly differences: Differences;
    readonly known: () => Promise<readonly Address[]>;
  },
): Promise<Log[]> {
  const logs: Log[] = [];
  let options: Set<Address> | undefined;
  for (const piece of pieces) {
    const [{ logs: own, isWhole } = { logs: [], isWhole: true }] = piece.readings;
    if (isWhole) {
      for (const option of createdOptions(own)) options?.add(option);
      logs.push(...own);
      continue;
    }
    // The stored options, and the options that this commit creates.
    options ??= new Set([...(await deps.known()), ...createdOptions(logs)]);
    for (const option of createdOptions(own)) options.add(option);
    const found = await agreedLogs(piece, options, deps);
    for (const option of createdOptions(found)) options.add(option);
    logs.push(...own.filter((log) => !isOptionLog(log)), ...found);
  }
  return inOrder(logs);
}

async function agreedLogs(
  piece: Piece,
  options: ReadonlySet<Address>,
  deps: Parameters<typeof withOptionLogs>[1],
): Promise<readonly Log[]> {
  const { lanes } = deps.nodes;
  const readings = piece.readings
    .filter(({ hasOptions }) => hasOptions)
    .map(({ lane, logs }) => reading(lane, ofOptions(logs, options).filter(isOptionLog)));
  let verdict: Verdict<OptionReading> | undefined;
  let problem: unknown;
  for (const lane of [...lanes.filter((one) => !one.isResting()), ...lanes]) {
    verdict = compareReadings(readings, { isLast: false });
    if (verdict !== undefined) break;
    if (readings.some((known) => known.lane === lane)) continue;
    try {
      const logs = await lane.runPatiently((node) => readByAddress(node, piece, options, deps));
      readings.push(reading(lane, logs));
      if (lanes.length === 1) return logs;
    } catch (error) {
      if (!(error instanceof ChainNodeError)) throw error;
      problem = error;
    }
  }
  verdict ??= compareReadings(readings, { isLast: true });
  if (readings.length > 1) deps.differences.note({ from: piece.from, to: piece.to }, verdict);
  const [right] = verdict?.right ?? [];
  if (right === undefined)
    throw problem ?? new ChainNodeError('odd', 'the nodes returned different logs');
  return right.logs;
}

function reading(lane: Lane, logs: readonly Log[]): OptionReading {
  return { lane, logs, keys: keysOf(logs) };
}

/** Reads the events of options, in as many requests as the node's limits require. */
async function readByAddress(
  node: ChainNode,
  piece: Piece,
  known: ReadonlySet<Address>,
  { ask }: Pick<Parameters<typeof withOptionLogs>[1], 'ask'>,
): Promise<readonly Log[]> {
  const options = new Set(known);
  const logs: Log[] = [];
  for (let from = piece.from; from <= piece.to; ) {
    const { part, found } = await readPart(node, { from, to: piece.to }, async (which) => {
      const logs = await ask.options(node, which, [...options]);
      ensureConsistent(logs, [], which);
      return { logs };
    });
    logs.push(...found.logs);
    for (const option of createdOptions(found.logs)) options.add(option);
    from = part.to + 1;
  }
  return ofOptions(logs, options);
}
