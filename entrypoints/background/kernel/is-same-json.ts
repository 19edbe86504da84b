import { inJson } from '../../../shared/codec.ts';

export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(inJson(a)) === JSON.stringify(inJson(b));
}
