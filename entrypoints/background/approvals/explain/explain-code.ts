import type { RefusalFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { CodeChange, TransactionDraft } from '../../../../shared/approvals/types.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { DELEGATION_MANAGERS, NO_CODE } from '../../../../shared/chain/delegation.ts';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { isDelegatorGenuine, readAccountCode } from '../../chain/account-code.ts';
import { type CodeReader, inTime } from '../../chain/code-at.ts';
import type { Rpc } from '../../chain/rpc.ts';

type Findings = Pick<CallMeaning, 'checks' | 'refusal'>;

/** Explains a change of an account's code (EIP-7702). */
export async function explainCodeChange(
  { account, delegate, former }: CodeChange,
  { rpc, sender }: { rpc: Rpc; sender: string },
): Promise<Findings & Pick<CallMeaning, 'rows'>> {
  const payer = isSameAddress(account, sender)
    ? []
    : [{ label: 'payer', value: { kind: 'address', address: sender } } as const];
  const rows = [
    { label: 'account', value: { kind: 'address', address: account } } as const,
    ...payer,
    ...codeRow(former, delegate),
  ];
  if (delegate === NO_CODE) {
    return {
      rows,
      checks: [
        { code: 'account.codeRemoved', status: 'passed' },
        ...(former === undefined ? [] : [{ code: 'key.mayBeKnown', status: 'warned' } as const]),
      ],
    };
  }
  return { rows, ...(await settingFindings(rpc)) };
}

/** Compares the delegator's code on the chain with the pinned code. */
async function delegatorFindings(rpc: Rpc): Promise<Findings> {
  const isGenuine = await inTime(
    isDelegatorGenuine(rpc, CHAIN_ID).catch(() => false),
    {},
  );
  return isGenuine === true
    ? { checks: [{ code: 'delegator.genuine', status: 'passed' }] }
    : {
        checks: [{ code: 'delegator.differs', status: 'failed' }],
        refusal: { code: 'delegator.differs' },
      };
}

async function settingFindings(rpc: Rpc): Promise<Findings> {
  const { checks, refusal } = await delegatorFindings(rpc);
  if (refusal !== undefined) return { checks, refusal };
  return { checks: [...checks, { code: 'account.codeIsSet', status: 'passed' }] };
}

/**
 * Checks the account's code before a batch: other code might run the batch differently or not at
 * all.
 */
export async function batchFindings(
  draft: TransactionDraft,
  { rpc, account }: { rpc: Rpc; account: string },
): Promise<Findings> {
  const { codeChange } = draft;
  if (codeChange !== undefined) return settingFindings(rpc);
  const code = await inTime(
    readAccountCode(rpc, account).catch(() => undefined),
    {},
  );
  return code?.kind === 'delegator'
    ? delegatorFindings(rpc)
    : { checks: [], refusal: { code: 'actsAsTheAccount' } };
}

function codeRow(former: string | undefined, delegate: string) {
  const address = delegate === NO_CODE ? former : delegate;
  if (address === undefined) return [];
  return [{ label: 'accountCode', value: { kind: 'address', address } } as const];
}

/**
 * Refuses a call that could make hidden calls as the account: a call to the account itself once it
 * has code, or to a delegation manager, which calls the account back.
 */
export async function selfCallRefusal(
  found: Understanding,
  { account, codeAt }: { account: string; codeAt: CodeReader },
): Promise<RefusalFact | undefined> {
  if (found.kind !== 'unknown' && found.kind !== 'unreadable') return undefined;
  if (DELEGATION_MANAGERS.some((manager) => isSameAddress(manager, found.to))) {
    return { code: 'actsAsTheAccount' };
  }
  if (!isSameAddress(found.to, account)) return undefined;
  // An account without code ignores the data.
  return (await codeAt(account)) === 'none' ? undefined : { code: 'actsAsTheAccount' };
}
