import type { Codec } from '../codec.ts';
import { PORTFOLIO } from './portfolio.ts';
import type { WalletSnapshot } from './snapshot.ts';

/** Parts whose JSON form differs: ports between worker and pages carry JSON. */
const PARTS: Readonly<Record<string, Codec<unknown>>> = { portfolio: PORTFOLIO };

/** A snapshot, or some of its parts, in JSON form. */
export type SentSnapshot = { readonly [Part in keyof WalletSnapshot]?: unknown };

function converted(parts: object, way: 'read' | 'write'): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      const codec = PARTS[name];
      return [name, codec === undefined || value === undefined ? value : codec[way](value)];
    }),
  );
}

export const sentForm = (snapshot: WalletSnapshot): SentSnapshot => converted(snapshot, 'write');

/** Returns parts as pages use them. Only the wallet's own worker sends them. */
export const receivedForm = (parts: SentSnapshot): Partial<WalletSnapshot> =>
  converted(parts, 'read');
