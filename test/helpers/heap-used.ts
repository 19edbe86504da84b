import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the bytes of this process's objects and array buffers. */
export function heapUsed(): number {
  // V8 keeps the shapes of objects, with the names of their members, for two more collections.
  for (let i = 0; i < 4; i += 1) collectGarbage();
  const { heapUsed: objects, arrayBuffers } = process.memoryUsage();
  return objects + arrayBuffers;
}
