import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import { TOKENS } from '../../shared/chain/deployments.ts';
import type { NameFound } from '../../shared/chain/names.ts';
import { checkReceiver, knownAddresses, type ReceiverCheck } from '../../shared/chain/receiver.ts';
import { readReceiver } from '../../shared/chain/typed-receiver.ts';
import { refusalText } from '../texts/receiver-text.ts';
import { useAccounts } from './use-accounts.ts';
import { useReceivers } from './use-activity.ts';
import { useNetworkName } from './use-networks.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

export interface Receiver extends Omit<ReceiverCheck, 'refusal'> {
  /** Explains why the wallet can't send to this receiver. */
  readonly refusal?: string | undefined;
  /** A name of Basenames or ENS that resolves in both directions. */
  readonly name?: string | undefined;
  readonly isLooking: boolean;
  /** Text about a part of the input that was ignored or corrected. */
  readonly note?: string | undefined;
}

const IS_NAME = /\.eth$/i;

/**
 * Returns the known facts about a typed receiver; `undefined` while the field is empty.
 * @param chainId network of the sent asset
 */
export function useReceiver(text: string, from: string, chainId: number): Receiver | undefined {
  const call = useWalletCall();
  const read = readReceiver(text);
  const typed = read.text;
  const nameOf = useNetworkName();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const accounts = useAccounts();
  const receivers = useReceivers();
  const watched = useSnapshot((snapshot) => snapshot.watchedTokens) ?? [];
  const isName = IS_NAME.test(typed);
  const forward = useQuery({
    queryKey: ['address of', typed],
    queryFn: () => call('names.addressOf', { name: typed }),
    enabled: isName,
    staleTime: 30_000,
    retry: false,
  });
  const known = knownAddresses({
    contacts: vault?.status === 'unlocked' ? vault.contacts : [],
    accounts,
    receivers,
  });
  const found = isName ? addressIn(forward.data) : typed;
  const check =
    found === undefined
      ? undefined
      : checkReceiver({ to: found, from, tokens: [...TOKENS, ...watched], known });
  const address = check?.address;
  const reverse = useQuery({
    queryKey: ['name of', address],
    queryFn: () => call('names.nameOf', { address: address ?? '' }),
    enabled: address !== undefined && !isName,
    staleTime: 30_000,
    retry: false,
  });
  if (typed === '') return undefined;
  if (isName && forward.isPending) return { isFirstTime: false, isLooking: true };
  if (read.chainId !== undefined && read.chainId !== chainId) {
    const names = { asked: nameOf(read.chainId), chosen: nameOf(chainId) };
    return {
      isFirstTime: false,
      isLooking: false,
      refusal: i18n.t('receiver.otherChain', names),
    };
  }
  if (check === undefined) {
    return {
      isFirstTime: false,
      isLooking: false,
      refusal: forward.data === undefined ? i18n.t('ui.nameFailed') : missing(forward.data, nameOf),
    };
  }
  const { refusal, ...rest } = check;
  return {
    ...rest,
    refusal: refusal && refusalText(refusal),
    isLooking: false,
    note: read.hadHidden ? i18n.t('receiver.hadHidden') : undefined,
    name: isName ? typed.toLowerCase() : reverse.data?.name,
  };
}

function addressIn(found: NameFound | undefined): string | undefined {
  return found?.kind === 'address' ? found.address : undefined;
}

function missing(found: NameFound, nameOf: (chainId: number) => string): string {
  switch (found.kind) {
    case 'noNameService':
      return i18n.t('receiver.noNameService', { network: nameOf(found.chainId) });
    case 'chainNotAdded':
      return i18n.t('receiver.namesNeedEthereum');
    default:
      return i18n.t('ui.nameUnknown');
  }
}
