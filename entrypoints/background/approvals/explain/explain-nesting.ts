import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { contractCheck } from './contract-check.ts';
import { asSendOrCall } from './explain-tail.ts';
import type { CallReading } from './finder.ts';
import { withValue } from './with-value.ts';

/** Explains every inner call. The pages show the findings of all inner calls. */
export async function explainMulticall(
  found: Extract<Understanding, { kind: 'multicall' }>,
  { codeAt, explainInner }: CallReading,
): Promise<Partial<CallMeaning>> {
  const inner = await Promise.all(
    found.calls.map(async (call) => explainInner(await asSendOrCall(call, codeAt))),
  );
  const { isByContract, to } = found;
  const [only] = inner;
  return {
    ...(only !== undefined && inner.length === 1 && !isByContract ? { call: only.call } : {}),
    leaves: isByContract ? [] : inner.flatMap(({ leaves }) => leaves),
    arrives: isByContract ? [] : inner.flatMap(({ arrives }) => arrives),
    checks: isByContract ? [{ code: 'caller.isContract', status: 'warned', address: to }] : [],
    inner,
  };
}

/** Explains a batch's calls in their order. */
export async function explainBatch(
  { calls }: Extract<Understanding, { kind: 'batch' }>,
  deps: CallReading,
): Promise<Partial<CallMeaning>> {
  const { account, earlier: before, explainInner } = deps;
  const found = await Promise.all(
    calls.map(async ({ draft, call }) => ({ draft, call: await asSendOrCall(call, deps.codeAt) })),
  );
  const inner = await Promise.all(
    found.map(async ({ draft, call }, index) => {
      const earlier = [...before, ...found.slice(0, index).map((one) => one.call)];
      const [meaning, missing] = await Promise.all([
        explainInner(call, earlier),
        contractCheck(deps, draft, call),
      ]);
      const checks = [...missing, ...meaning.checks];
      // A call to the account itself would make hidden calls with the code that the batch may set.
      const isOwnCall = isSameAddress(draft.to ?? '', account) && draft.data !== '0x';
      const refused = isOwnCall ? { refusal: { code: 'actsAsTheAccount' } as const } : {};
      return withValue({ ...meaning, checks, ...refused }, call, draft, deps.context.coin);
    }),
  );
  return {
    ...shownFirst(inner),
    leaves: inner.flatMap(({ leaves }) => leaves),
    arrives: inner.flatMap(({ arrives }) => arrives),
    inner,
  };
}

/** Returns the payoff, the highlights and the end time of the only fill in a batch. */
function shownFirst(
  inner: readonly CallMeaning[],
): Pick<CallMeaning, 'highlights' | 'picture' | 'endsAt'> {
  const [fill, ...others] = inner.filter(({ highlights }) => highlights !== undefined);
  if (fill === undefined || others.length > 0) return {};
  const { highlights, picture, endsAt } = fill;
  return {
    ...(highlights === undefined ? {} : { highlights }),
    ...(picture === undefined ? {} : { picture }),
    ...(endsAt === undefined ? {} : { endsAt }),
  };
}
