import { inJson } from '../../../shared/codec.ts';

/** Returns whether two values have the same JSON text. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(inJson(a)) === JSON.stringify(inJson(b));
}
