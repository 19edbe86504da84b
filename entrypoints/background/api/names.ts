import { getAddress } from 'viem';
import type { Names } from '../chain/names.ts';
import type { Handlers } from './serve.ts';

export function nameHandlers(deps: {
  names: Names;
}): Pick<Handlers, 'names.addressOf' | 'names.nameOf'> {
  return {
    'names.addressOf'({ name }) {
      return deps.names.addressOf(name);
    },
    async 'names.nameOf'({ address }) {
      const name = await deps.names.nameOf(getAddress(address));
      return name === undefined ? null : { name };
    },
  };
}
