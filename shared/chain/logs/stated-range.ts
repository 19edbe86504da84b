const SUGGESTION = /\[\s*(0x[0-9a-f]{1,14})\s*,\s*(0x[0-9a-f]{1,14})\s*\]/i;
/** Matches a number after words for a limit, unless it counts something other than blocks. */
const LIMIT =
  /(?:up to|limited to|limit(?: is| of)?:?|max(?:imum)?(?: allowed)?(?: block)?(?: range)?(?: is| of)?(?:\s?[:=])?|distance:?|over|(?:greater|larger|more) than|at most|exceeds?)\s+(?:an?\s+|the\s+)?(?:0\s?-\s?)?(\d[\d,_]*(?:[ '’]\d{3}\b)*(?:\.\d+)?)(?![\d,_.]*\d)(?:\s?(k|m|thousand|million)\b|(?![a-z])(?!\s?(?:[km]|thousand|million)\b))(?!\s*(?:[kmg]b|bytes?|results?|logs?|events?|ms|s\b|sec|addresses|requests?|calls|topics|\/))/i;

const UNITS: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  million: 1_000_000,
};

/**
 * Returns the number of blocks that a node accepts according to its refusal; undefined if the
 * refusal names no number.
 */
export function statedRange(text: string): number | undefined {
  const [, from, to] = SUGGESTION.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return sane(Number(to) - Number(from) + 1);
  const [, digits, unit = ''] = LIMIT.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return sane(Number(digits.replace(/[^\d.]/g, '')) * (UNITS[unit.toLowerCase()] ?? 1));
}

function sane(blocks: number): number | undefined {
  return Number.isSafeInteger(blocks) && blocks >= 1 && blocks <= 10_000_000 ? blocks : undefined;
}
