import { type Address, getAddress } from 'viem';
import { type TokenFact, tokenFact } from '../../../shared/approvals/facts/amounts.ts';
import { chainContext, PERMIT2 } from '../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { imitatedToken } from '../../../shared/chain/imitated-token.ts';
import { LENDING_POOL } from '../../../shared/chain/lending.ts';
import { worthOf } from '../../../shared/chain/tokens.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import {
  type AllowanceView,
  allowanceKey,
  byStake,
  type SpenderKind,
} from '../../../shared/messages/allowances.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { createCodeReader } from '../chain/code-at.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { TokenNames } from '../chain/token-names.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { SpotPrices } from '../market/spot-prices.ts';
import { type IsKnown, merged } from './allowance-record.ts';
import type { FoundAllowance } from './keys.ts';
import type { ValueReader } from './read-values.ts';

/** Milliseconds for which values are shown without being read again. */
const FRESH_MS = 20_000;
/** Maximum number of spenders to look up in one round. The next round continues. */
const MAX_CODES = 24;
/** Maximum milliseconds to wait for prices. */
const SPOTS_MS = 1_500;
const DOLLAR = 10n ** 8n;

interface Listed {
  readonly of: string;
  readonly at: number;
  readonly rows: readonly AllowanceView[];
  readonly version: number;
}

/**
 * Lists the current allowances of one network: those that Condor granted, and those found in logs.
 */
export function createAllowanceList(deps: {
  readonly rpcOf: (chainId: number) => Rpc;
  readonly activity: Pick<ActivityLog, 'transactions' | 'mark'>;
  readonly found: (chainId: number) => readonly FoundAllowance[];
  readonly valuesOf: (chainId: number) => Pick<ValueReader, 'read' | 'version'>;
  /** Lower-case accounts of the wallet. */
  readonly accounts: () => readonly string[];
  readonly canSign: (account: string) => boolean;
  readonly isKnown: IsKnown;
  readonly tokenNames: TokenNames;
  readonly spots: Pick<SpotPrices, 'of' | 'refresh'>;
  readonly clock: Clock;
  readonly wait: Wait;
}) {
  const { clock } = deps;
  const listed = new Map<number, Listed>();
  const running = new Map<string, ReturnType<typeof read>>();
  /**
   * Addresses that are known to be contracts. A contract's code doesn't disappear, so these
   * addresses aren't looked up again.
   */
  const contracts = new Set<string>();

  /** Returns all allowances that may exist, with the times of Condor's own transactions. */
  function candidatesOf(chainId: number) {
    const accounts = new Set(deps.accounts());
    const granted = grantedIn(deps.activity, chainId);
    const grantedAt = new Map(
      granted.toReversed().map(({ allowance, at }) => [allowanceKey(allowance), at]),
    );
    const found = merged(
      deps.found(chainId),
      granted.map(({ allowance }) => allowance),
    ).filter(({ account }) => accounts.has(account));
    return { found, grantedAt };
  }

  async function readSpenders(chainId: number, spenders: readonly string[]) {
    const codeAt = createCodeReader(deps.rpcOf(chainId));
    const kinds = new Map<string, SpenderKind>();
    const asked: string[] = [];
    for (const spender of new Set(spenders)) {
      const known = knownSpender(chainId, spender);
      if (known !== undefined) kinds.set(spender, known);
      else if (contracts.has(`${chainId}:${spender}`)) kinds.set(spender, 'contract');
      else asked.push(spender);
    }
    await Promise.all(
      asked.slice(0, MAX_CODES).map(async (spender) => {
        const code = await codeAt(spender);
        if (code === 'contract') contracts.add(`${chainId}:${spender}`);
        if (code !== undefined) kinds.set(spender, code === 'contract' ? 'contract' : 'person');
      }),
    );
    return (spender: string): SpenderKind => kinds.get(spender) ?? 'unknown';
  }

  /** Returns the value of an amount in cents, at prices from the chain. */
  function centsOf(chainId: number, token: string, units: bigint): bigint | undefined {
    const known = chainContext(chainId, '').tokenAt(token);
    const asset = known && worthOf(known);
    if (known === undefined || asset === undefined) return undefined;
    const spot = deps.spots.of(asset);
    // An order feed can report any price, so only the chain's price is used.
    const price = asset === 'USD' ? DOLLAR : spot?.source === 'chain' ? spot.price : undefined;
    return price === undefined ? undefined : (units * price) / 10n ** BigInt(known.decimals + 6);
  }

  async function read(chainId: number): Promise<Pick<Listed, 'rows' | 'version'>> {
    const { found, grantedAt } = candidatesOf(chainId);
    const rpc = deps.rpcOf(chainId);
    const reader = deps.valuesOf(chainId);
    const values = await reader.read(found);
    const version = reader.version();
    if (found.length === 0) return { rows: [], version };
    const present = found.flatMap((allowance, i) => {
      const value = values[i];
      return value === undefined ? [] : [{ allowance, value }];
    });
    const [spenderKind] = await Promise.all([
      readSpenders(
        chainId,
        present.map(({ value }) => value.spender),
      ),
      deps.tokenNames.read(
        rpc,
        chainId,
        present.map(({ allowance }) => allowance.token),
      ),
      chainId === CHAIN_ID ? Promise.race([deps.spots.refresh(), deps.wait(SPOTS_MS)]) : undefined,
    ]);
    const context = chainContext(chainId, '', deps.tokenNames.known(chainId));
    const rows = present
      .map(({ allowance, value }): AllowanceView => {
        const { isOwn, tx: _tx, token: address, account, ...ref } = allowance;
        const { units, stake, symbol, spender, ...rest } = value;
        const cents = stake === undefined ? undefined : centsOf(chainId, address, stake);
        const at = grantedAt.get(allowanceKey(allowance));
        return {
          ...ref,
          ...rest,
          account: checksummed(account),
          spender: checksummed(spender),
          token: namedToken(tokenFact(checksummed(address), context), chainId, symbol),
          spenderKind: spenderKind(spender),
          ...(units === undefined ? {} : { units: units.toString() }),
          ...(stake === undefined ? {} : { stake: stake.toString() }),
          ...(cents === undefined ? {} : { usdCents: cents.toString() }),
          ...(at === undefined ? {} : { grantedAt: at }),
          canRevoke: deps.canSign(allowance.account),
          isUnproven: isOwn !== true && !deps.isKnown(chainId, address),
        };
      })
      .sort(byStake);
    return { rows, version };
  }

  return {
    /** @throws RpcError when the node doesn't respond */
    async of(chainId: number): Promise<readonly AllowanceView[]> {
      const count = candidatesOf(chainId).found.length;
      const { newestMined } = deps.activity.mark();
      const of = JSON.stringify([chainId, deps.accounts(), count, newestMined]);
      const last = listed.get(chainId);
      const isSame = last?.of === of && last.version === deps.valuesOf(chainId).version();
      if (isSame && isRecent(last.at, clock.now(), FRESH_MS)) return last.rows;
      const reading =
        running.get(of) ??
        read(chainId).finally(() => {
          running.delete(of);
        });
      running.set(of, reading);
      const found = await reading;
      listed.set(chainId, { of, at: clock.now(), ...found });
      return found.rows;
    },
  };
}

/** Returns the allowances that the wallet's own transactions granted, newest first. */
function grantedIn(
  activity: Pick<ActivityLog, 'transactions'>,
  chainId: number,
): { readonly allowance: FoundAllowance; readonly at: number }[] {
  return activity.transactions().flatMap((entry): { allowance: FoundAllowance; at: number }[] => {
    if (entry.chainId !== chainId) return [];
    const { what, at } = entry;
    const own = { chainId, account: entry.account.toLowerCase(), isOwn: true };
    const named = (token: string, spender: string) => ({
      ...own,
      token: token.toLowerCase(),
      spender: spender.toLowerCase(),
    });
    if (entry.allowance !== undefined) {
      const { token, spender } = entry.allowance;
      return [{ allowance: { ...named(token, spender), kind: 'token' }, at }];
    }
    if (what.kind === 'allow all' && what.isAllowed)
      return [{ allowance: { ...named(what.token, what.operator), kind: 'operator' }, at }];
    if (what.kind === 'allow option transfer' && what.isAllowed && what.side !== undefined) {
      const { option, isBuyer } = what.side;
      const kind = isBuyer ? 'buyer side' : 'seller side';
      return [{ allowance: { ...named(option, what.target), kind }, at }];
    }
    if (what.kind === 'allow item') {
      const { token, operator, item } = what;
      return [{ allowance: { ...named(token, operator), kind: 'item', item }, at }];
    }
    return [];
  });
}

const checksummed = (address: string): Address => getAddress(address.toLowerCase());

function knownSpender(chainId: number, spender: string): SpenderKind | undefined {
  if (spender === PERMIT2) return 'permit2';
  if (chainContext(chainId, '').isBook(spender)) return 'book';
  return chainId === CHAIN_ID && spender === LENDING_POOL.toLowerCase() ? 'pool' : undefined;
}

/** Adds the name that an unknown collection claims. Any contract can claim any name. */
function namedToken(token: TokenFact, chainId: number, symbol: unknown): TokenFact {
  if (token.symbol !== undefined || token.imitates !== undefined) return token;
  if (typeof symbol !== 'string' || !/^[\w.$+-]{1,16}$/.test(symbol)) return token;
  const imitates = imitatedToken({ chainId, address: token.address, symbol });
  return imitates === undefined ? { ...token, symbol, isClaim: true } : { ...token, imitates };
}
