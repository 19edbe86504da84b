import type { TypedField } from '../../../../shared/approvals/typed-data.ts';
import type { Dice } from './dice.ts';
import { hostileText } from './text.ts';

const ATOMS = ['address', 'bool', 'bytes', 'bytes32', 'int8', 'string', 'uint', 'uint256'] as const;
const NAMES = ['nonce', 'deadline', 'value', 'to', 'message', 'spender', 'statement', 'time'];
const ADDRESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

type Types = Record<string, TypedField[]>;

/** Returns typed data of random types: fans, chains, lists, missing structs, loops, long texts. */
export function hostileTypedData(dice: Dice, most: number): unknown {
  const count = 1 + dice.size(Math.min(most, 198));
  const types: Types = {};
  const isLooped = dice.oneIn(20);
  for (let at = 0; at < count; at++) {
    types[`T${at}`] = Array.from({ length: 1 + dice.size(Math.min(most, 60)) }, (_, index) => ({
      name: dice.oneIn(3) ? `${dice.pick(NAMES)}${index}` : `f${index}`,
      type: `${memberType(dice, { at, count, isLooped })}${dimensions(dice)}`,
    }));
  }
  let values = dice.take(4 * most * 32) / 32;
  const valueFor = (type: string, depth: number): unknown => {
    values -= 1;
    const list = /^(.*)\[(\d*)\]$/.exec(type);
    if (list !== null) {
      const length = list[2] === '' ? dice.size(most) : Number(list[2]);
      return Array.from({ length: values < 0 ? 0 : length }, () => valueFor(list[1] ?? '', depth));
    }
    const fields = types[type];
    if (fields === undefined) return atom(dice, type, most);
    if (values < 0 || depth > 22 || dice.oneIn(3)) return dice.oneIn(2) ? null : undefined;
    return Object.fromEntries(fields.map(({ name, type: of }) => [name, valueFor(of, depth + 1)]));
  };
  return {
    types,
    primaryType: 'T0',
    domain: dice.oneIn(2) ? {} : { name: hostileText(dice, 50), chainId: 8453 },
    message: dice.oneIn(4) ? {} : (valueFor('T0', 0) ?? {}),
  };
}

function memberType(
  dice: Dice,
  { at, count, isLooped }: { at: number; count: number; isLooped: boolean },
): string {
  if (isLooped && dice.oneIn(count)) return 'T0';
  return at + 1 < count && !dice.oneIn(3)
    ? `T${at + 1 + dice.below(Math.min(3, count - at - 1))}`
    : dice.pick(ATOMS);
}

function dimensions(dice: Dice): string {
  return dice.oneIn(4) ? dice.pick(['[]', '[2]', '[][3]', '[0]', '[][]']) : '';
}

function atom(dice: Dice, type: string, most: number): unknown {
  switch (type) {
    case 'address':
      return ADDRESS;
    case 'bool':
      return dice.oneIn(2);
    case 'bytes':
      return `0x${'ab'.repeat(dice.take(dice.size(10 * most)) / 2)}`;
    case 'bytes32':
      return `0x${'cd'.repeat(32)}`;
    case 'string':
      return hostileText(dice, 10 * most);
    default:
      return dice.below(128);
  }
}
