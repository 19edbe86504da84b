/** Repeats the page's initial HTML, so that nothing moves before the worker's state arrives. */
export function Splash() {
  return (
    <div className="splash">
      <img src="/condor.svg" width={48} height={48} alt="" />
    </div>
  );
}
