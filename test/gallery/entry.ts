import type { ReactNode } from 'react';
import type { Surface } from '../../components/hooks/use-surface.ts';
import type { WalletSnapshot } from '../../shared/messages/snapshot.ts';
import type { Answers, TopicValues } from './sample-wallet.ts';

/** Sizes of the extension's windows and pages, in CSS pixels. */
export const SIZES = {
  popup: [400, 600],
  approval: [400, 640],
  ceremony: [540, 680],
  tab: [1024, 768],
  desk: [1440, 900],
} as const;

export interface Entry {
  /** Unique name of the entry. Its picture has the same name. */
  readonly name: string;
  readonly size: keyof typeof SIZES;
  readonly element: ReactNode;
  /** Changes of the sample wallet's state. */
  readonly snapshot?: Partial<WalletSnapshot>;
  /** Answers to commands. They take precedence over the usual answers. */
  readonly answers?: Answers;
  readonly topics?: () => TopicValues | Promise<TopicValues>;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Returns the kind of page in which an entry is shown. */
export function surfaceOf({ size }: Entry): Surface['kind'] {
  return size === 'popup' || size === 'approval' ? 'popup' : 'tab';
}
