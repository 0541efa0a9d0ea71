/** A turning ring. The text beside it says what is being waited for. */
export function Spinner({ className = "" }: { className?: string }) {
  return <span className={`spinner ${className}`.trim()} aria-hidden />;
}
