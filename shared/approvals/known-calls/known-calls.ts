import type { Understanding } from '../understanding.ts';
import { type CallDescriptor, readMembers } from './descriptor.ts';
import { CALL_DESCRIPTORS } from './descriptors.ts';
import { type KnownCall, knownCall } from './known-call.ts';
import { NESTING_CALLS, type NestingContext } from './nesting.ts';

/** Every function that the wallet can explain. */
export const KNOWN_CALLS: readonly KnownCall<NestingContext, Understanding>[] = [
  ...CALL_DESCRIPTORS.flatMap(callsOf),
  ...NESTING_CALLS,
];

function callsOf(descriptor: CallDescriptor): KnownCall<NestingContext, Understanding>[] {
  return Object.entries(descriptor.functions).flatMap(([kind, functions]) =>
    functions.map((one) => {
      const names = one.abi.inputs.map((input) => input.name ?? '');
      const read = (args: readonly unknown[], context: NestingContext) => {
        const named = Object.fromEntries(names.map((name, index) => [name, args[index]]));
        const members = readMembers(descriptor, one, named, context);
        return members && ({ kind, ...members } as unknown as Understanding);
      };
      return knownCall(one.abi, read, descriptor.at);
    }),
  );
}
