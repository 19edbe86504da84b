import { useQuery } from '@tanstack/react-query';
import { i18n } from '#i18n';
import { TOKENS } from '../../shared/chain/deployments.ts';
import { checkReceiver, knownAddresses, type ReceiverCheck } from '../../shared/chain/receiver.ts';
import { refusalText } from '../ui/receiver-text.ts';
import { useReceivers } from './use-activity.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

export interface Receiver extends Omit<ReceiverCheck, 'refusal'> {
  /** Sentence why this receiver is impossible. */
  readonly refusal?: string | undefined;
  /** A name that resolves in both directions, of Basenames or ENS. */
  readonly name?: string | undefined;
  /** True while a name is resolved. */
  readonly isLooking: boolean;
}

const IS_NAME = /\.eth$/i;

/** Returns what is known about a typed receiver; `undefined` while the field is empty. */
export function useReceiver(text: string, from: string): Receiver | undefined {
  const call = useWalletCall();
  const typed = text.trim();
  const vault = useSnapshot((snapshot) => snapshot.vault);
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
    accounts: vault?.status === 'unlocked' ? vault.wallets.flatMap(({ accounts }) => accounts) : [],
    receivers,
  });
  const found = isName ? forward.data?.address : typed;
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
  if (check === undefined) {
    return {
      isFirstTime: false,
      isLooking: false,
      refusal: forward.isError ? i18n.t('ui.nameFailed') : i18n.t('ui.nameUnknown'),
    };
  }
  const { refusal, ...rest } = check;
  return {
    ...rest,
    refusal: refusal && refusalText(refusal),
    isLooking: false,
    name: isName ? typed.toLowerCase() : reverse.data?.name,
  };
}
