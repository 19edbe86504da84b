import { Mark } from '../../ui/Mark.tsx';

/** What this is and on whose work it stands. */
export function AboutSettings() {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex items-center gap-3">
        <Mark size={48} />
        <div>
          <p className="font-semibold">Condor</p>
          <p className="text-xs text-muted">
            A self-custodial wallet for on-chain options on Base.
          </p>
        </div>
      </div>
      <p className="text-muted">
        Your keys never leave this device unencrypted. There are no analytics, and no request goes
        to any server that does not stand under “Servers and node”.
      </p>
      <p className="text-muted">
        Free software under the MIT licence. It stands on @noble and @scure (cryptography), viem,
        React, TypeBox, TanStack, lucide and d3, each under the MIT or ISC licence.
      </p>
    </div>
  );
}
