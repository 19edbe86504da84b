import { CondorError } from '../../../shared/errors.ts';
import { hasHostName } from '../../../shared/hosts.ts';

class AddressError extends CondorError<'bad-address'> {}

/** Throws for an address whose host isn't a host name. Skips empty addresses. */
export function checkHosts(addresses: readonly string[]): void {
  if (addresses.every((address) => address === '' || hasHostName(address.trim()))) return;
  throw new AddressError('bad-address', 'The host is not a host name.');
}
