/** Shows Condor's mark: a wing over a payoff line. */
export function Mark({ size = 32 }: { size?: number }) {
  return <img src="/condor.svg" width={size} height={size} alt="" className="rounded-[22%]" />;
}
