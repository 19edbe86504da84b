import { i18n } from '#i18n';
import type { ApprovalRequest } from '../../../shared/approvals/types.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import { foreignText } from '../../../shared/visible-text.ts';

type TypedDataRequest = Extract<ApprovalRequest, { kind: 'typed_data' }>;

/** One sentence for the activity list. */
export function typedDataWords(request: TypedDataRequest): string {
  const data = parseJson(request.json);
  if (!isRecord(data) || typeof data.primaryType !== 'string')
    return i18n.t('approving.signedTypedData');
  const domain = isRecord(data.domain) ? data.domain.name : undefined;
  const type = foreignText(data.primaryType, 40);
  return typeof domain === 'string' && domain !== ''
    ? i18n.t('approving.signedFor', { type, name: foreignText(domain, 60) })
    : i18n.t('approving.signed', { type });
}
