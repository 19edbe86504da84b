import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';

/** An event of the stream in both encodings. Clients share the buffers, so never write to them. */
export interface SharedEvent {
  readonly plain: Buffer;
  /** Compresses once, into whole deflate blocks that can follow any other blocks. */
  packed(): Promise<Buffer>;
}

export function createSharedEvent(text: string): SharedEvent {
  const plain = Buffer.from(text);
  let packed: Promise<Buffer> | undefined;
  return {
    plain,
    packed: () => (packed ??= pack(plain)),
  };
}

function pack(event: Buffer): Promise<Buffer> {
  return promisify(deflateRaw)(event, { level: 5, finishFlush: constants.Z_SYNC_FLUSH });
}
