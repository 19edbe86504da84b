import { isRecord } from '../../../shared/messages/page.ts';

/** Parts of a former row that only some stages may have now. */
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
 * Turns stored fills of version 1, where every row could have every part, into rows of one form for
 * each stage. The schema decides afterwards whether they are whole.
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
    // Asked for and never sent: only the stages that ask have use for it.
    const isUnsent = isRecord(value) && 'key' in value && !('hash' in value);
    return kept.includes(name) && !(isUnsent && stage !== `${name} asked`);
  });
  return {
    ...Object.fromEntries(parts),
    // The words of a failure were a sentence of one language; the code says it in any.
    ...(isRecord(failure) && kept.includes('failure') ? { failure: { code: failure.code } } : {}),
    ...(isRecord(newer) && kept.includes('newer')
      ? { newer: { isOtherMaker: false, ...newer } }
      : {}),
  };
}
