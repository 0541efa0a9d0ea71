import { useEffect, useState } from "react";

/** Whole seconds left of a wait that begins anew with each new `start` object; 0 when it is over. */
export function useCountdown(start: { waitSeconds: number }): number {
  const [left, setLeft] = useState(start.waitSeconds);
  useEffect(() => {
    const endsAt = Date.now() + start.waitSeconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    tick();
    if (start.waitSeconds === 0) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [start]);
  return left;
}
