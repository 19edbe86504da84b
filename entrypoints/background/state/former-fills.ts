import { isRecord } from '../../../shared/is-record.ts';

/** Members of a former row that only some stages have now. */
const STAGE_PARTS: Readonly<Record<string, readonly string[]>> = {
  checking: ['allowance'],
  'allowance asked': ['allowance'],
  'allowance sent': ['allowance'],
  'fill asked': ['allowance', 'fill'],
  'fill sent': ['allowance', 'fill'],
  mined: ['allowance', 'fill', 'proof'],
  indexed: ['allowance', 'fill', 'proof'],
  'not indexed': ['allowance', 'fill', 'proof'],
  unproved: ['allowance', 'fill'],
  replaced: ['allowance', 'newer'],
  failed: ['allowance', 'fill', 'failure'],
};
const PARTS = ['allowance', 'fill', 'proof', 'newer', 'failure'];

/**
 * Converts stored fills of version 1, whose rows could have every member, into one form for each
 * stage. The schema then checks whether they are complete.
 */
export function withStages(rows: unknown): unknown {
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (isRecord(row) ? staged(row) : row))
    : rows;
}

function staged(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { stage, failure, newer } = row;
  const kept = STAGE_PARTS[String(stage)] ?? PARTS;
  const parts = Object.entries(row).filter(([name, value]) => {
    if (!PARTS.includes(name)) return true;
    // Asked for and never sent: only the stages that ask use it.
    const isUnsent = isRecord(value) && 'key' in value && !('hash' in value);
    return kept.includes(name) && !(isUnsent && stage !== `${name} asked`);
  });
  return {
    ...Object.fromEntries(parts),
    // The failure was a sentence of one language; the code works in all.
    ...(isRecord(failure) && kept.includes('failure') ? { failure: { code: failure.code } } : {}),
    ...(isRecord(newer) && kept.includes('newer')
      ? { newer: { isOtherMaker: false, ...newer } }
      : {}),
  };
}
