import { CircleAlert, CircleCheck, Info } from "lucide-react";

/** One sentence about what was just done, or why it was not done. */
export type Notice = {
  text: string;
  isError: boolean;
  /** Neither a success nor an error: something that the person should know. */
  isHint?: boolean;
};

/** A notice at the top of the page that an action redirected to. */
export function NoticeLine({ notice }: { notice: Notice | null }) {
  if (!notice) return null;
  const [Icon, className] = notice.isHint
    ? [Info, "notice--plain"]
    : notice.isError
      ? [CircleAlert, "notice--bad"]
      : [CircleCheck, "notice--ok"];
  return (
    <p className={`notice mb-6 max-w-190 ${className}`} role="status">
      <Icon className="icon" aria-hidden />
      {notice.text}
    </p>
  );
}
