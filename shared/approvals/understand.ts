import { type Address, getAddress, type Hex } from 'viem';
import { canonicalSize } from '../chain/canonical-layout.ts';
import { CHAIN_ID } from '../chain/deployments.ts';
import { isSameAddress } from '../is-same-address.ts';
import { type Wei, wei } from '../units.ts';
import { cutAttribution } from './attribution.ts';
import { type Budget, createBudget } from './budget.ts';
import { callDescriptor } from './known-calls/descriptors.ts';
import { KNOWN_CALLS } from './known-calls/known-calls.ts';
import type { TransactionDraft } from './types.ts';
import type { Tail, Understanding } from './understanding.ts';

const SELECTOR_LENGTH = '0x00000000'.length;
/** Maximum depth of inner calls. Deeper calls are treated as unknown. */
const MAX_LEVELS = 3;
/**
 * Cost of a call in values of the budget, for decoding, looking up addresses, and recovering a
 * fill's signature. It limits a request to 500 calls.
 */
const CALL_VALUES = 100;

/**
 * Parses a transaction strictly: decodes it, encodes the result again, and rejects any difference.
 * Bytes after the arguments are reported as `tail`.
 * @throws BudgetError for more inner calls than can be explained
 */
export function understandTransaction(
  draft: TransactionDraft,
  chainId: number = CHAIN_ID,
  budget: Budget = createBudget(),
  level = 0,
): Understanding {
  budget.spend(draft.data.length, CALL_VALUES);
  if (draft.to === undefined) return { kind: 'deploy' };
  const to = getAddress(draft.to);
  const data = draft.data.toLowerCase() as Hex;
  const value = wei(BigInt(draft.value));
  const unknown: Understanding = { kind: 'unknown', to, selector: data.slice(0, 10) as Hex };
  const readExactly = (exact: Hex): Understanding => {
    if (exact === '0x') {
      const { codeChange: change } = draft;
      return change === undefined ? { kind: 'send', to, value } : { kind: 'change code', change };
    }
    const found = read({ to, data: exact, value }, (inner) =>
      level + 1 < MAX_LEVELS ? understandTransaction(inner, chainId, budget, level + 1) : unknown,
    );
    if (found === undefined) return unknown;
    return chainId === CHAIN_ID || isEverywhere(found) ? found : unknown;
  };
  const whole = readExactly(data);
  if (whole.kind !== 'unknown' && whole.kind !== 'unreadable') return whole;
  const cut = cutTail(data);
  if (cut === undefined) return whole;
  budget.spend(cut.data.length, CALL_VALUES);
  const start = readExactly(cut.data);
  return start.kind === 'unreadable' ? start : { ...start, tail: cut.tail };
}

/** Cuts off the bytes after a call: an attribution, or any bytes after the known arguments. */
function cutTail(data: Hex): { readonly data: Hex; readonly tail: Tail } | undefined {
  const attributed = cutAttribution(data);
  if (attributed !== undefined) {
    const { codes, suffix } = attributed;
    return { data: attributed.data, tail: { kind: 'attribution', codes, suffix } };
  }
  const selector = data.slice(0, SELECTOR_LENGTH);
  const inputs = callAt(selector as Hex)?.inputs;
  if (inputs === undefined) return undefined;
  const size = canonicalSize(inputs, data.slice(SELECTOR_LENGTH));
  const end = size === undefined ? data.length : SELECTOR_LENGTH + 2 * size;
  return end < data.length
    ? { data: data.slice(0, end) as Hex, tail: { kind: 'other', bytes: (data.length - end) / 2 } }
    : undefined;
}

function read(
  { to, data, value }: { to: Address; data: Hex; value: Wei },
  understand: (inner: TransactionDraft) => Understanding,
): Understanding | undefined {
  const selector = data.slice(0, SELECTOR_LENGTH) as Hex;
  const known = callAt(selector);
  if (known === undefined || !isSameAddress(known.at ?? to, to)) return undefined;
  const isPayable = value === 0n || known.takesValue;
  const found = isPayable ? known.read(data, { to, value, understand }) : undefined;
  return found ?? { kind: 'unreadable', to, name: known.name };
}

function callAt(selector: Hex) {
  return KNOWN_CALLS.find((call) => call.selector === selector);
}

/** A multicall is known on every chain if its inner calls are. */
function isEverywhere({ kind }: Understanding): boolean {
  return kind === 'multicall' || callDescriptor(kind)?.isEverywhere === true;
}
