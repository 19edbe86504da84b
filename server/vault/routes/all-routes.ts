import type { VaultRoute } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';
import { authenticationRoutes } from './authentication.ts';
import { configRoutes } from './config.ts';
import { extensionRoutes } from './extensions.ts';
import { mutationRoutes } from './mutations.ts';
import { operationRoutes } from './operations.ts';
import { registrationRoutes } from './registration.ts';
import { sessionRoutes } from './session.ts';
import { vaultRoutes } from './vault.ts';

/** The ten routes of the specification in its order, then our own. */
export function allRoutes(service: VaultService): readonly VaultRoute[] {
  return [
    ...configRoutes(service),
    ...registrationRoutes(service),
    ...authenticationRoutes(service),
    ...vaultRoutes(service),
    ...mutationRoutes(service),
    ...operationRoutes(service),
    ...sessionRoutes(service),
    ...extensionRoutes(service),
  ];
}
