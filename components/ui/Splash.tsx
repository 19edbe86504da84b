/** The same as in the page's HTML, so that nothing moves until the worker has told its state. */
export function Splash() {
  return (
    <div className="splash">
      <img src="/condor.svg" width={48} height={48} alt="" />
    </div>
  );
}
