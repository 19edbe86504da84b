import type { VaultRoute } from './route.ts';

/** One answered request, without client input. */
export interface RequestEvent {
  readonly route: VaultRoute | undefined;
  readonly method: string;
  /** Error code, or `OK`. */
  readonly outcome: string;
  readonly milliseconds: number;
}

/** Returns a route's name for logs and metrics: its pattern, never the requested path. */
export function routeName(route: VaultRoute | undefined): string {
  if (route === undefined) return 'none';
  return route.path.endsWith('/') ? `${route.path}{id}` : route.path;
}
