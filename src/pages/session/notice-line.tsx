import { CircleAlert, CircleCheck } from "lucide-react";
import type { Notice } from "./notice.ts";

/** What was just done, or why not, at the head of the page that it led to. */
export function NoticeLine({ notice }: { notice: Notice | null }) {
  if (!notice) return null;
  const Icon = notice.isError ? CircleAlert : CircleCheck;
  return (
    <p className={`msg mb-6 max-w-190 ${notice.isError ? "bad" : "ok"}`} role="status">
      <Icon className="ic" aria-hidden />
      {notice.text}
    </p>
  );
}
