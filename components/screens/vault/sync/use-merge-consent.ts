import { useState } from 'react';
import type { Divergence } from '../../../../shared/messages/sync.ts';
import type { BranchItem } from '../../../../shared/vault/branches.ts';
import { MAX_WALLETS } from '../../../../shared/wire/vault-limits.ts';

/** Passkeys of a merge, each of which needs the user's consent. */
export interface MergeConsent {
  /** Passkeys that an unverified vault would add. */
  readonly unknown: readonly PasskeyItem[];
  /** Removed passkeys that the server keeps. */
  readonly unremovable: readonly PasskeyItem[];
  readonly isAgreed: (kind: ConsentKind) => boolean;
  readonly agree: (kind: ConsentKind, isAgreed: boolean) => void;
  /** True when the merged vault isn't too large, and the user has given all consents. */
  readonly isComplete: boolean;
  /** Credential ids of removed passkeys that the user allows to open the vault again. */
  readonly readmitted: string[];
}

type ConsentKind = 'unknown' | 'unremovable';
export type PasskeyItem = Extract<BranchItem, { kind: 'passkey' }>;

/** Returns the user's consents to a merge. They end when the offered vault changes. */
export function useMergeConsent(divergence: Divergence): MergeConsent {
  const { adding, isVerified, offeredDigest } = divergence;
  const [given, setGiven] = useState<readonly string[]>([]);
  const unknown = isVerified ? [] : passkeysOf(adding);
  const unremovable = passkeysOf(divergence.unremovable);
  const idsOf = (kind: ConsentKind) =>
    [kind, offeredDigest, ...passkeyIds(kind === 'unknown' ? unknown : unremovable)].join(' ');
  const isAgreed = (kind: ConsentKind) => given.includes(idsOf(kind));
  return {
    unknown,
    unremovable,
    isAgreed,
    agree: (kind, isOn) =>
      setGiven((before) => [
        ...before.filter((one) => one !== idsOf(kind)),
        ...(isOn ? [idsOf(kind)] : []),
      ]),
    isComplete:
      divergence.mergedWallets <= MAX_WALLETS &&
      (unknown.length === 0 || isAgreed('unknown')) &&
      (unremovable.length === 0 || isAgreed('unremovable')),
    readmitted: isAgreed('unremovable') ? passkeyIds(unremovable) : [],
  };
}

const passkeyIds = (items: readonly PasskeyItem[]) => items.map(({ credentialId }) => credentialId);

function passkeysOf(items: readonly BranchItem[]): PasskeyItem[] {
  return items.filter((item) => item.kind === 'passkey');
}
