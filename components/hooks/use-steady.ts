import { useEffect, useState } from 'react';

/** Returns a value once it hasn't changed for `ms` milliseconds; until then, the previous value. */
export function useSteady<Value>(value: Value, ms: number): Value {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return steady;
}
