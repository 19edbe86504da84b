import { useEffect, useState } from 'react';

/**
 * Returns a value once it hasn't changed for some milliseconds, and the former value until then.
 */
export function useSteady<Value>(value: Value, ms: number): Value {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return steady;
}
