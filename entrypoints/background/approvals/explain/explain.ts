import type { Address } from 'viem';
import { asOwnBatch } from '../../../../shared/approvals/batch.ts';
import { tokenFact } from '../../../../shared/approvals/facts/amounts.ts';
import { callOf } from '../../../../shared/approvals/facts/call-of.ts';
import type { MoveFact } from '../../../../shared/approvals/facts/moves.ts';
import { nameChecks } from '../../../../shared/approvals/facts/name-checks.ts';
import { describedRows, type Moved } from '../../../../shared/approvals/known-calls/descriptor.ts';
import { callDescriptor } from '../../../../shared/approvals/known-calls/descriptors.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { secondsOf } from '../../../../shared/units.ts';
import { coinMove, tokenMove } from './asset-moves.ts';
import { asCollectible } from './collectibles.ts';
import { isSpenderPrivate } from './explain-allowance.ts';
import { withTail } from './explain-tail.ts';
import type { CallReading, ExplainDeps } from './finder.ts';
import { FINDERS } from './finders.ts';
import { tokensOfCall } from './named-tokens.ts';

/** Explains a transaction from its own bytes: facts, rows and checks. */
export async function explain(
  deps: ExplainDeps,
  understanding: Understanding,
  account: Address,
  earlier: readonly Understanding[] = [],
): Promise<CallMeaning> {
  const found = asOwnBatch(understanding, account);
  const meaning = await explainCall(deps, found, account, earlier);
  const tokens = tokensOfCall(found).map((token) => tokenFact(token, deps.context));
  const checks = [...nameChecks(tokens), ...meaning.checks];
  return withTail({ ...meaning, checks }, found.tail);
}

async function explainCall(
  deps: ExplainDeps,
  understanding: Understanding,
  account: Address,
  earlier: readonly Understanding[],
): Promise<CallMeaning> {
  const { context } = deps;
  const [found, isPrivate] = await Promise.all([
    asCollectible(deps, understanding, account),
    isSpenderPrivate(deps, understanding),
    deps.named,
  ]);
  const reading: CallReading = {
    ...deps,
    account,
    earlier,
    isPrivate,
    now: secondsOf(deps.clock.now()),
    explainInner: (inner, before) => explain(deps, inner, account, before),
  };
  const descriptor = callDescriptor(found.kind);
  const moves = descriptor?.moves?.(found as never);
  const parts = await Promise.all(
    (descriptor === undefined ? [found.kind] : (descriptor.checks ?? [])).map((check) =>
      typeof check === 'string' ? findingsOf(check, found, reading) : { checks: [check] },
    ),
  );
  const rows = descriptor === undefined ? [] : describedRows(descriptor, { ...found }, context);
  return withParts(
    {
      call: callOf(found, context, account),
      leaves: movesOf(moves?.leaves, context),
      arrives: movesOf(moves?.arrives, context),
      rows: [],
      checks: [],
      dangers: [],
    },
    [...parts, { rows }],
  );
}

function findingsOf(name: string, found: Understanding, reading: CallReading) {
  // `Finders` has a function for each name in a descriptor, and it accepts that descriptor's calls.
  const finder: (typeof FINDERS)['batch'] | undefined = Reflect.get(FINDERS, name);
  if (finder === undefined) throw new TypeError(`Nothing finds "${name}".`);
  return finder(found as never, reading);
}

function withParts(meaning: CallMeaning, parts: readonly Partial<CallMeaning>[]): CallMeaning {
  let all = meaning;
  for (const part of parts)
    all = {
      ...all,
      ...part,
      leaves: [...all.leaves, ...(part.leaves ?? [])],
      arrives: [...all.arrives, ...(part.arrives ?? [])],
      rows: [...all.rows, ...(part.rows ?? [])],
      checks: [...all.checks, ...(part.checks ?? [])],
      dangers: [...all.dangers, ...(part.dangers ?? [])],
    };
  return all;
}

function movesOf(moved: readonly Moved[] = [], context: ChainContext): MoveFact[] {
  return moved.map(({ token, amount }) =>
    token === undefined ? coinMove(amount, context) : tokenMove(token, amount, context),
  );
}
