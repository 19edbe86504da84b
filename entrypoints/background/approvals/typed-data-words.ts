import type { ApprovalRequest } from '../../../shared/approvals/types.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';

type TypedDataRequest = Extract<ApprovalRequest, { kind: 'typed_data' }>;

/** One sentence for the activity list. */
export function typedDataWords(request: TypedDataRequest): string {
  const data = parseJson(request.json);
  if (!isRecord(data) || typeof data.primaryType !== 'string') return 'Signed typed data';
  const domain = isRecord(data.domain) ? data.domain.name : undefined;
  const name = typeof domain === 'string' && domain !== '' ? ` for ${domain.slice(0, 40)}` : '';
  return `Signed “${data.primaryType.slice(0, 40)}”${name}`;
}
