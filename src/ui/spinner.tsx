/** A turning ring. What is being waited for stands beside it in words. */
export function Spinner({ className = "" }: { className?: string }) {
  return <span className={`spinner ${className}`.trim()} aria-hidden />;
}
