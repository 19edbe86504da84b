import { i18n } from '#i18n';
import type { TypedData } from '../../../shared/approvals/typed-data.ts';
import { parseTypedData } from '../../../shared/approvals/typed-data.ts';
import { parseTypedDataV1 } from '../../../shared/approvals/typed-data-v1.ts';
import type { ApprovalRequest } from '../../../shared/approvals/types.ts';
import type { ApprovalRow, TypedDataView } from '../../../shared/approvals/view.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import { visible } from '../../../shared/visible-text.ts';
import type { CodeReader } from '../chain/code-at.ts';
import { isPrivateAccount, withPrivateSpender } from './explain-allowance.ts';
import { explainTypedData, type TypedDataContext } from './explain-typed-data.ts';

type TypedDataRequest = Extract<ApprovalRequest, { kind: 'typed_data' }>;
type Found = Pick<
  TypedDataView,
  'sentence' | 'rows' | 'checks' | 'members' | 'json' | 'refusal' | 'danger'
>;

/** The same after a look at the chain: whoever could take something may be a private account. */
export async function inspectTypedDataOnChain(
  request: TypedDataRequest,
  { codeAt, ...context }: Omit<TypedDataContext, 'account'> & { codeAt: CodeReader },
): Promise<Found> {
  const { taker, ...found } = inspectTypedData(request, context);
  if (taker === undefined) return found;
  const isPrivate = await isPrivateAccount({ ...context, codeAt }, taker);
  return isPrivate ? withPrivateSpender(found) : found;
}

/** Typed data as the window shows it: every member that is signed, and what it means where known. */
export function inspectTypedData(
  request: TypedDataRequest,
  context: Omit<TypedDataContext, 'account'>,
): Found & { readonly taker?: string } {
  const data = parseJson(request.json);
  const json = JSON.stringify(data, null, 2);
  if (Array.isArray(data)) {
    return {
      sentence: i18n.t('approving.signTheseValues'),
      rows: [],
      checks: [
        {
          label: i18n.t('approving.format'),
          status: 'warned',
          detail: i18n.t('approving.theOldestFormatSaysNeither'),
        },
      ],
      danger: i18n.t('approving.iUnderstandThatThisSignature'),
      members: parseTypedDataV1(data).map(({ type, name, value }) => ({
        label: visible(name),
        value: visible(String(value)),
        full: visible(type),
      })),
      json,
    };
  }
  const parsed = parseTypedData(data, request.version === 'V3' ? 'V3' : 'V4');
  return {
    ...explainTypedData(parsed, { ...context, account: request.account }),
    members: membersOf(parsed),
    json,
  };
}

function membersOf(data: TypedData): ApprovalRow[] {
  return [
    ...rowsOf(data.domain, 0).map((row) => ({ ...row, label: `domain · ${row.label}` })),
    ...rowsOf(data.message, 0),
  ];
}

function rowsOf(value: unknown, depth: number): ApprovalRow[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([label, member]) =>
    isRecord(member)
      ? [
          {
            label: visible(label),
            value: Array.isArray(member) ? i18n.t('approving.items', member.length) : '',
            depth,
          },
          ...rowsOf(member, depth + 1),
        ]
      : [{ label: visible(label), value: visible(String(member)), depth }],
  );
}
