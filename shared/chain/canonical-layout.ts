import type { AbiParameter } from 'viem';

const WORD = 32;
const ARRAY = /^(.*)\[(\d*)\]$/;

/**
 * Returns true when ABI values have the layout of an encoder: each dynamic value follows the
 * previous one. With several offsets to one value, a few bytes could decode to gigabytes. `body` is
 * hex without prefix and selector. Takes time proportional to its length.
 */
export function hasCanonicalLayout(params: readonly AbiParameter[], body: string): boolean {
  return canonicalSize(params, body) === body.length / 2;
}

/**
 * Returns the number of bytes of the values at the start of `body` if they have an encoder's
 * layout; otherwise undefined. The last value may exceed `body`.
 */
export function canonicalSize(params: readonly AbiParameter[], body: string): number | undefined {
  return sizeOfAll(params, body, 0);
}

/** Returns the encoded size of consecutive values at `at`, in bytes; undefined for another layout. */
function sizeOfAll(params: readonly AbiParameter[], body: string, at: number): number | undefined {
  let head = at;
  let end = at + params.reduce((sum, param) => sum + headSize(param), 0);
  if (end > body.length / 2) return undefined;
  for (const param of params) {
    if (isDynamic(param)) {
      if (wordAt(body, head) !== end - at) return undefined;
      const size = sizeOf(param, body, end);
      if (size === undefined) return undefined;
      end += size;
    }
    head += headSize(param);
  }
  return end - at;
}

/** Returns the size of a dynamic value at `at`. */
function sizeOf(param: AbiParameter, body: string, at: number): number | undefined {
  const array = ARRAY.exec(param.type);
  if (array === null && 'components' in param) return sizeOfAll(param.components, body, at);
  const length = array === null || array[2] === '' ? wordAt(body, at) : Number(array[2]);
  if (length === undefined) return undefined;
  if (array === null) return WORD + WORD * Math.ceil(length / WORD);
  const item = itemOf(param, array[1] ?? '');
  const start = array[2] === '' ? at + WORD : at;
  if (length * headSize(item) > body.length / 2 - start) return undefined;
  const items = isDynamic(item)
    ? sizeOfAll(
        Array.from({ length }, () => item),
        body,
        start,
      )
    : length * headSize(item);
  return items === undefined ? undefined : start - at + items;
}

function itemOf(param: AbiParameter, type: string): AbiParameter {
  return { ...param, type };
}

function isDynamic(param: AbiParameter): boolean {
  const array = ARRAY.exec(param.type);
  if (array !== null) return array[2] === '' || isDynamic(itemOf(param, array[1] ?? ''));
  if (param.type === 'bytes' || param.type === 'string') return true;
  return 'components' in param && param.components.some(isDynamic);
}

/** Returns a value's bytes in the head: one offset if it is dynamic, otherwise the value. */
function headSize(param: AbiParameter): number {
  if (isDynamic(param)) return WORD;
  const array = ARRAY.exec(param.type);
  if (array !== null) return Number(array[2]) * headSize(itemOf(param, array[1] ?? ''));
  return 'components' in param
    ? param.components.reduce((sum, member) => sum + headSize(member), 0)
    : WORD;
}

/** Returns an offset or a length; undefined when it is larger than any calldata. */
function wordAt(body: string, at: number): number | undefined {
  const word = body.slice(2 * at, 2 * (at + WORD));
  if (word.length < 2 * WORD || !/^0{56}/.test(word)) return undefined;
  return Number.parseInt(word, 16);
}
