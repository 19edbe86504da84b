import type { ActivityRecord } from '../../../shared/activity/record.ts';
import type { ApprovalRequest } from '../../../shared/approvals/types.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { parseJson } from '../../../shared/parse.ts';
import { foreignText } from '../../../shared/visible-text.ts';

type SignedFacts = Extract<ActivityRecord, { kind: 'signature' }>['what'];

/**
 * Returns what was signed, as the activity stores it: the site's names are shortened and made
 * visible.
 */
export function signedFacts(
  request: Extract<ApprovalRequest, { kind: 'personal_sign' | 'typed_data' }>,
): SignedFacts {
  if (request.kind === 'personal_sign') return { kind: 'message' };
  const data = parseJson(request.json);
  if (!isRecord(data) || typeof data.primaryType !== 'string') return { kind: 'typed data' };
  const name = isRecord(data.domain) ? data.domain.name : undefined;
  const type = foreignText(data.primaryType, 40);
  return typeof name === 'string' && name !== ''
    ? { kind: 'typed data', type, name: foreignText(name, 60) }
    : { kind: 'typed data', type };
}
