import { parentPort } from 'node:worker_threads';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import { checkSignature, type SignatureCheck } from './check-signatures.ts';

export interface SignatureJob {
  readonly id: number;
  readonly entries: readonly FeedEntry[];
}

export interface SignatureResult {
  readonly id: number;
  readonly checks: readonly SignatureCheck[];
}

parentPort?.on('message', ({ id, entries }: SignatureJob) => {
  const result: SignatureResult = { id, checks: entries.map(checkSignature) };
  parentPort?.postMessage(result);
});
