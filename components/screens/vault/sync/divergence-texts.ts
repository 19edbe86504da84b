export type DivergenceKind = 'older' | 'forked' | 'unverified';

/** Keys of the texts about a server's vault that this device doesn't take over. */
export const DIVERGENCE_TEXTS = {
  older: { title: 'sync.olderTitle', reason: 'sync.olderReason' },
  forked: { title: 'sync.forkedTitle', reason: 'sync.forkedReason' },
  unverified: { title: 'sync.unverifiedTitle', reason: 'sync.unverifiedReason' },
} as const satisfies Record<DivergenceKind, { title: string; reason: string }>;
