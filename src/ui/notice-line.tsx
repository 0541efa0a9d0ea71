import { CircleAlert, CircleCheck } from "lucide-react";

/** One sentence about what was just done, or why it was not. */
export type Notice = { text: string; isError: boolean };

/** A notice at the head of the page that an action redirected to. */
export function NoticeLine({ notice }: { notice: Notice | null }) {
  if (!notice) return null;
  const Icon = notice.isError ? CircleAlert : CircleCheck;
  return (
    <p
      className={`notice mb-6 max-w-190 ${notice.isError ? "notice--bad" : "notice--ok"}`}
      role="status"
    >
      <Icon className="icon" aria-hidden />
      {notice.text}
    </p>
  );
}
