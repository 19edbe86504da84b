import { fdatasync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How much longer a flush takes on the disk that the benchmark imagines. */
export const SLOW_FLUSH_MS = 2;

/**
 * A flush as on a disk whose flush takes longer: the real one, then a pause. Service and floor use
 * this one function, so that the same is added to each flush of both, and to nothing else.
 */
export async function slowFlush(file: number): Promise<void> {
  await promisify(fdatasync)(file);
  await wait(SLOW_FLUSH_MS);
}
