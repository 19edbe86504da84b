/** Number of durations to keep for each node. */
const SAMPLES = 16;

/** Keeps the durations of each node's newest requests, to find a node that is much slower. */
export interface UsualTimes<Node> {
  note(node: Node, ms: number): void;
  /**
   * Returns `factor` times the median of all other nodes, at least `least`. Returns undefined if
   * the other nodes have no durations.
   */
  limitFor(node: Node, factor: number, least: number): number | undefined;
}

export function createUsualTimes<Node>(): UsualTimes<Node> {
  const durations = new Map<Node, readonly number[]>();
  return {
    note(node, ms) {
      durations.set(node, [...(durations.get(node) ?? []), ms].slice(-SAMPLES));
    },
    limitFor(node, factor, least) {
      const others = [...durations].flatMap(([of, ms]) => (of === node ? [] : ms));
      const median = others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)];
      return median === undefined ? undefined : Math.max(least, factor * median);
    },
  };
}
