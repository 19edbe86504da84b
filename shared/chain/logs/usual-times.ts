/** Number of durations kept for each node. */
const SAMPLES = 16;

/** Remembers how long each node's newest requests took, to find one that is much slower. */
export interface UsualTimes<Node> {
  note(node: Node, ms: number): void;
  /**
   * Returns `factor` times the median of all other nodes, at least `least`; undefined while these
   * have no durations.
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
