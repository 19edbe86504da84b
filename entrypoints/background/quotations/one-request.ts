import type { Address } from 'viem';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { optionOfCall } from '../../../shared/quotations/requested-option.ts';
import type { SentCalls } from '../approvals/sending/sent-calls.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { isSplitCall } from '../market/options/action-calls.ts';
import { QuotationError } from '../market/options/factory.ts';
import { type RequestState, readRequest } from '../market/options/request.ts';
import type { ClaimHolder, HolderKind } from '../procedures/claims.ts';
import type { Procedures } from '../procedures/runner.ts';

export type OneRequest = ReturnType<typeof createOneRequest>;

/**
 * Returns the claim on an option: by its address, or for a new option by account and terms. An
 * existing option has only one claim, because two of the user's accounts can hold its sides.
 */
export const optionClaim = (account: string, option: string): string =>
  hasAddressForm(option) ? `option:${option}` : `option:${account.toLowerCase()} ${option}`;

/**
 * Returns the error for a request, an answer or a split that conflicts with a procedure in
 * progress.
 */
export const claimError = ({ id, by }: ClaimHolder): QuotationError =>
  new QuotationError(REFUSALS[by] ?? 'alreadyAsked', { details: { holder: id } });

const REFUSALS: { readonly [By in HolderKind]?: QuotationError['code'] } = {
  split: 'splitRunning',
  accept: 'requestBusy',
  cancel: 'requestBusy',
  settle: 'requestBusy',
  fill: 'fillRunning',
  revocation: 'revocationRunning',
  'way back': 'wayBackRunning',
  payment: 'paymentRunning',
};

/**
 * Allows one request per option: the factory rejects a second request about an existing option, a
 * split would void the open request, and a second page would open a new option twice. Claims ensure
 * this on one device. The checks below also cover other requests on the chain and calls sent by
 * sites.
 */
export function createOneRequest(deps: {
  client: Rpc;
  procedures: Pick<Procedures, 'holderOf'>;
  sentCalls: SentCalls;
  accounts: () => readonly { readonly address: string }[];
}) {
  const { client, sentCalls } = deps;
  const isOwn = (account: Address) =>
    deps.accounts().some(({ address }) => isSameAddress(address, account));
  const sentAbout = (account: Address, option: string, to: Address) =>
    hasAddressForm(option)
      ? deps.accounts().flatMap(({ address }) => sentCalls(address as Address, to))
      : sentCalls(account, to);

  /** @throws QuotationError `alreadyAsked`, `splitRunning` while a sent call isn't mined */
  function ensureNoneSent(account: Address, option: string): void {
    const isAsked = sentAbout(account, option, FACTORY_R12).some(
      ({ data }) => optionOfCall(data) === option,
    );
    if (isAsked) throw new QuotationError('alreadyAsked');
    const isSplit =
      hasAddressForm(option) &&
      sentAbout(account, option, option).some(({ data }) => isSplitCall(data));
    if (isSplit) throw new QuotationError('splitRunning');
  }

  /** Reads the open request about an option. Rejects when no node responds. */
  async function readOpen(option: Address): Promise<RequestState | undefined> {
    const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;
    const call = { ...factory, functionName: 'activeRfqForOption', args: [option] } as const;
    const id = await readContract(client, call);
    const open = await readRequest(client, id).catch((error) => {
      // The factory also returns zero when no request is about the option; request zero may not
      // exist.
      if (id === 0n) return undefined;
      throw error;
    });
    // Zero can also be a request's id.
    if (open?.existing === undefined || open.end !== undefined) return undefined;
    return isSameAddress(open.existing, option) ? open : undefined;
  }

  return {
    ensureNoneSent,

    /** @throws QuotationError also while the user is being asked about the option */
    ensureNotAsking(account: Address, option: string): void {
      const holder = deps.procedures.holderOf([
        { on: optionClaim(account, option), by: 'request' },
      ]);
      if (holder !== undefined) throw claimError(holder);
      ensureNoneSent(account, option);
    },

    /**
     * Throws if a split would void a request of a user's account.
     * @throws QuotationError `alreadyAsked`; rejects when no node responds
     */
    async ensureSplittable(account: Address, option: Address): Promise<void> {
      ensureNoneSent(account, option.toLowerCase());
      const open = await readOpen(option);
      if (open !== undefined && isOwn(open.requester)) throw new QuotationError('alreadyAsked');
    },

    /**
     * Throws while the factory has an open request about an option: `alreadyAsked` for the
     * account's own request, from any device, and `askedByOther` for another account's request.
     * @param revealWindow of the factory, in seconds
     */
    async ensureUnasked(account: Address, option: Address, revealWindow: number): Promise<void> {
      // Without the factory's answer, the simulation decides.
      const open = await readOpen(option).catch(() => undefined);
      if (open === undefined) return;
      const { id, requester, offerEnd } = open;
      if (isSameAddress(requester, account)) throw new QuotationError('alreadyAsked');
      throw new QuotationError('askedByOther', {
        details: { id: id.toString(), requester, until: offerEnd + revealWindow },
      });
    },
  };
}
