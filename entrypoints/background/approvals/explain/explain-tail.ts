import type { DangerFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { RowFact } from '../../../../shared/approvals/facts/rows.ts';
import type { Tail, Understanding } from '../../../../shared/approvals/understanding.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import type { CodeReader } from '../../chain/code-at.ts';

/**
 * Returns a plain send with an attribution as a send if the receiver is an ordinary account, and
 * otherwise as an unknown call. A contract can read the attribution as a function call.
 */
export async function asSendOrCall(
  found: Understanding,
  codeAt: CodeReader,
): Promise<Understanding> {
  const { tail } = found;
  if (found.kind !== 'send' || tail?.kind !== 'attribution') return found;
  if ((await codeAt(found.to)) === 'none') return found;
  const { to } = found;
  return { kind: 'unknown', to, selector: `0x${tail.suffix.slice(2, 10)}`, tail };
}

/** Adds a row for an attribution, and a danger for bytes that Condor can't explain. */
export function withTail(meaning: CallMeaning, tail: Tail | undefined): CallMeaning {
  if (tail === undefined) return meaning;
  if (tail.kind === 'attribution') {
    const row: RowFact = { label: 'attribution', value: { kind: 'codes', codes: tail.codes } };
    return { ...meaning, rows: [...meaning.rows, row] };
  }
  const danger: DangerFact = { code: 'bytesAfterTheCall', count: tail.bytes };
  return { ...meaning, dangers: [...meaning.dangers, danger] };
}
