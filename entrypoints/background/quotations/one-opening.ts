import type { Address } from 'viem';
import { isBeingFilled } from '../../../shared/desk/roll.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { type Structure, structureKey } from '../../../shared/messages/alerts.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { QuotationError } from './factory.ts';
import type { Quotations } from './quotations.ts';
import type { Rolls } from './rolls.ts';

export type OneOpening = ReturnType<typeof createOneOpening>;

/**
 * Keeps a roll to one fill or one request for the option that it opens, whichever page begins: both
 * would double the exposure. Options that no unfinished roll of the account opens stay free.
 */
export function createOneOpening(deps: {
  rolls: Pick<Rolls, 'all'>;
  fills: () => readonly FillView[];
  isListed: (account: Address, option: string) => boolean;
  unlessAsked: Quotations['unlessAsked'];
}) {
  const rollInto = (account: Address, option: Structure) =>
    deps.rolls
      .all()
      .find(
        (roll) =>
          isSameAddress(roll.account, account) && structureKey(roll.to) === structureKey(option),
      );

  return {
    /** Throws `roll-filling` while a fill opens what a roll opens. */
    ensureUnfilled(account: Address, option: Structure): void {
      const roll = rollInto(account, option);
      if (
        roll !== undefined &&
        isBeingFilled(roll, deps.fills(), (at) => deps.isListed(account, at))
      )
        throw new QuotationError('roll-filling', 'A fill of the option is under way.');
    },

    /**
     * Begins a fill, or changes what the roll opens, unless makers are asked for the option.
     * @throws QuotationError `already-asked`, `roll-filling`; rejects when no node responds
     */
    once: <T>(account: Address, option: Structure, begin: () => Promise<T>): Promise<T> =>
      rollInto(account, option) === undefined ? begin() : deps.unlessAsked(account, option, begin),
  };
}
