import { useState } from 'react';
import { type Receiver, useReceiver } from './use-receiver.ts';

/**
 * Returns a typed receiver, and the receiver's address once the wallet may send to it.
 * @param chainId network of the sent asset
 */
export function useTypedReceiver(from: string, chainId: number) {
  const [typed, setTyped] = useState('');
  /** Address of the receiver whose danger the user acknowledged. */
  const [acknowledged, setAcknowledged] = useState<string>();
  const receiver = useReceiver(typed, from, chainId);
  const isAcknowledged = acknowledged !== undefined && acknowledged === receiver?.address;
  return {
    from,
    typed,
    setTyped,
    receiver,
    isAcknowledged,
    acknowledge: (isGiven: boolean) => setAcknowledged(isGiven ? receiver?.address : undefined),
    address: usableAddress(receiver, isAcknowledged),
  };
}

export type ReceiverInput = ReturnType<typeof useTypedReceiver>;

/** Returns the address, unless it is refused or a danger isn't acknowledged yet. */
export function usableAddress(
  receiver: Receiver | undefined,
  isAcknowledged: boolean,
): string | undefined {
  if (receiver === undefined || receiver.refusal !== undefined) return undefined;
  return receiver.lookAlike === undefined || isAcknowledged ? receiver.address : undefined;
}
