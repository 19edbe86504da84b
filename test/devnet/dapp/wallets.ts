import type { EIP1193Provider } from 'viem';
import { isRecord } from '../../../shared/is-record.ts';

export interface Wallet {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    readonly icon: string;
    readonly rdns: string;
  };
  readonly provider: EIP1193Provider;
}

function isWallet(value: unknown): value is Wallet {
  if (!isRecord(value) || !isRecord(value.info) || !isRecord(value.provider)) return false;
  const { uuid, name, icon, rdns } = value.info;
  return (
    [uuid, name, icon, rdns].every((text) => typeof text === 'string') &&
    typeof value.provider.request === 'function'
  );
}

/** Reports each wallet once when it announces itself. */
export function discoverWallets(onFound: (wallet: Wallet) => void): void {
  const seen = new Set<string>();
  window.addEventListener('eip6963:announceProvider', (event) => {
    const detail: unknown = 'detail' in event ? event.detail : undefined;
    if (!isWallet(detail) || seen.has(detail.info.uuid)) return;
    seen.add(detail.info.uuid);
    onFound(detail);
  });
  window.dispatchEvent(new Event('eip6963:requestProvider'));
}
