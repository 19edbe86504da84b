import type { VaultRoute } from './route.ts';

/** One answered request, without anything that a client sent. */
export interface RequestEvent {
  readonly route: VaultRoute | undefined;
  readonly method: string;
  /** Error code, or `OK`. */
  readonly outcome: string;
  readonly milliseconds: number;
}

/** Names a route in logs and metrics: its pattern, never the path that was asked for. */
export function routeName(route: VaultRoute | undefined): string {
  if (route === undefined) return 'none';
  return route.path.endsWith('/') ? `${route.path}{id}` : route.path;
}
